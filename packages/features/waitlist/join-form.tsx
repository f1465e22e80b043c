import { getLocale } from '@duo/platform/i18n/locale.ts'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { JoinFormView, type JoinState } from './join-form-view.tsx'
import { normalizeEmail } from './rules.ts'

interface JoinFormProps {
  /** The referral code the visitor came with. */
  invitedByCode: string | null
}

/** What is shown, and what the server said about it. */
interface Progress {
  state: JoinState
  message?: string
  position?: number
}

/** The waitlist's form: checks the address, joins, and shows what came of it. */
export function JoinForm({ invitedByCode }: JoinFormProps) {
  const { api } = useRouter().options.context
  const [email, setEmail] = useState('')
  const [progress, setProgress] = useState<Progress>({ state: 'idle' })
  const inputRef = useRef<HTMLInputElement>(null)
  const resultRef = useRef<HTMLHeadingElement>(null)

  // what was typed before the scripts came stays typed
  useEffect(() => setEmail((typed) => inputRef.current?.value || typed), [])

  // the focus follows the outcome: to the result that replaced the form, or back to the field that needs a change
  useEffect(() => {
    if (progress.state === 'joined' || progress.state === 'exists') resultRef.current?.focus()
    else if (progress.state !== 'idle' && progress.state !== 'sending') inputRef.current?.focus()
  }, [progress.state])

  const change = (typed: string) => {
    setEmail(typed)
    setProgress({ state: 'idle' })
  }

  const submit = async () => {
    if (normalizeEmail(email) === null) return setProgress({ state: 'invalid' })
    setProgress({ state: 'sending' })
    setProgress(await join())
  }

  const join = async (): Promise<Progress> => {
    try {
      const { waitlist } = await api()
      const answer = await waitlist.join.mutate({ email, language: getLocale(), invitedByCode })
      if (answer.error) return { state: 'failed', message: answer.message }
      if (answer.userExists) return { state: 'exists', message: answer.message }
      return { state: 'joined', position: answer.data.position }
    } catch (error) {
      console.error(error)
      return { state: 'failed' }
    }
  }

  return <JoinFormView {...progress} email={email} onEmail={change} onSubmit={submit} inputRef={inputRef} resultRef={resultRef} />
}
