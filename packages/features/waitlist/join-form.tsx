import { getLocale } from '@duo/platform/i18n/locale.ts'
import { localizePath } from '@duo/platform/shared/locale.ts'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { PostedJoin } from '../shell/page-context.ts'
import { JoinFormView, type JoinState } from './join-form-view.tsx'
import { normalizeEmail } from './rules.ts'

interface JoinFormProps {
  /** The referral code the visitor came with. */
  invitedByCode: string | null
  /** What came of the form when it was posted without scripts. */
  posted?: PostedJoin | null
}

/** What is shown, and what the server said about it. */
interface Progress {
  state: JoinState
  message?: string
  position?: number
  /** Whether the mail that the result speaks of goes out now. */
  mailed?: boolean
}

type Answer = Exclude<PostedJoin['answer'], string>

function progressOf(answer: Answer | 'invalid' | 'failed'): Progress {
  if (typeof answer === 'string') return { state: answer }
  if (answer.error) return { state: 'failed', message: answer.message }
  if (answer.userExists) return { state: 'exists', message: answer.message, mailed: answer.mailed }
  return { state: 'joined', position: answer.data.position, mailed: answer.mailed }
}

/**
 * The waitlist's form: checks the address, joins, and shows what came of it. Without scripts (or before they have come) it posts
 * itself to the page's own address, which answers with the page in the state that this form would have reached.
 */
export function JoinForm({ invitedByCode, posted }: JoinFormProps) {
  const { api } = useRouter().options.context
  const [email, setEmail] = useState(posted?.email ?? '')
  const [progress, setProgress] = useState<Progress>(posted ? progressOf(posted.answer) : { state: 'idle' })
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
      return progressOf(await waitlist.join.mutate({ email, language: getLocale(), invitedByCode }))
    } catch (error) {
      console.error(error)
      return progressOf('failed')
    }
  }

  return (
    <JoinFormView
      {...progress}
      action={`${localizePath('/', getLocale())}#email-collection`}
      invitedByCode={invitedByCode}
      email={email}
      onEmail={change}
      onSubmit={submit}
      inputRef={inputRef}
      resultRef={resultRef}
    />
  )
}
