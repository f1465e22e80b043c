import { useLazyComponent } from '@duo/platform/browser/use-lazy-component.ts'
import { getLocale } from '@duo/platform/i18n/locale.ts'
import { normalizeEmail } from '@duo/platform/shared/email.ts'
import { localizePath } from '@duo/platform/shared/locale.ts'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { NoScriptJoin } from '../../../shell/ui/pages/page-context.ts'
import { usePageContext } from '../../../shell/ui/pages/page-context.ts'
import { JoinFormView, type JoinState } from './join-form-view.tsx'

type Answer = Exclude<NoScriptJoin['answer'], string>

export type JoinOutcome = { email: string; answer: Extract<Answer, { error: null }> }

interface JoinFormProps {
  /** Idempotency key, only in the server's HTML. */
  formKey?: string | null | undefined
  invitedByCode: string | null
  posted?: NoScriptJoin | null
  postedResult?: ReactNode
  /** Called on the first input, to preload what follows a join. */
  onStart?: () => void
  /** Returns true when it shows the result itself; the form then resets. */
  onOutcome?: (outcome: JoinOutcome) => boolean
  onContinue?: (() => void) | undefined
  isMember?: boolean
}

const fetchResultModule = () => import('./join-result.tsx')
const fetchResult = async () => (await fetchResultModule()).JoinResult

interface Progress {
  state: JoinState
  message?: string | undefined
  position?: number
  mailed?: boolean
}

function progressOf(answer: NoScriptJoin['answer']): Progress {
  if (typeof answer === 'string') return { state: answer === 'invalid' ? 'refused' : answer }
  if (answer.error) return { state: answer.error, message: answer.message }
  const { message, mailed } = answer
  if (answer.userExists) return { state: 'exists', message, mailed }
  return { state: 'joined', message, position: answer.data.position, mailed }
}

/** Joins the list. Without scripts it posts to the page's own URL, which renders the same states. */
export function JoinForm({
  formKey,
  invitedByCode,
  posted,
  postedResult,
  onStart,
  onOutcome,
  onContinue,
  isMember,
}: JoinFormProps) {
  const { api } = usePageContext()
  const [Result, loadResult] = useLazyComponent(fetchResult)
  const [email, setEmail] = useState(posted?.email ?? '')
  const [progress, setProgress] = useState<Progress>(posted ? progressOf(posted.answer) : { state: 'idle' })
  const [codeRefused, setCodeRefused] = useState(progress.state === 'invalid_code')
  const inputRef = useRef<HTMLInputElement>(null)
  const resultRef = useRef<HTMLHeadingElement>(null)
  const shownAt = useRef(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the scripts are there
  useEffect(() => {
    // input from before hydration: its start time is the page load
    const before = inputRef.current?.value
    shownAt.current = before ? 0 : performance.now()
    if (before && before !== email) change(before)
    if (postedResult) loadResult()
  }, [])

  // focus the result, or the field that needs a change
  // biome-ignore lint/correctness/useExhaustiveDependencies: the result may be fetched after it is due
  useEffect(() => {
    if (progress.state === 'joined' || progress.state === 'exists') resultRef.current?.focus()
    else if (progress.state !== 'idle' && progress.state !== 'sending') inputRef.current?.focus()
  }, [progress.state, Result])

  const change = (value: string) => {
    setEmail(value)
    setProgress({ state: 'idle' })
    loadResult()
    onStart?.()
  }

  const submit = async ({ trap, code }: { trap: string; code: string | null }) => {
    if (normalizeEmail(email) === null) return setProgress({ state: 'invalid' })
    setProgress({ state: 'sending' })
    loadResult()
    try {
      const { waitlist } = await api()
      const filledIn = performance.now() - shownAt.current
      const answer = await waitlist.join.mutate({ email, language: getLocale(), invitedByCode: code, trap, filledIn })
      if (answer.error) setCodeRefused(true)
      const isHandled = answer.error === null && onOutcome?.({ email, answer })
      setProgress(isHandled && answer.userExists ? { state: 'idle' } : progressOf(answer))
    } catch (error) {
      console.error(error)
      const message = await fetchResultModule().then(
        ({ limitText }) => limitText(error),
        () => undefined,
      )
      setProgress({ state: 'failed', message })
    }
  }

  return (
    <JoinFormView
      {...progress}
      Result={Result}
      posted={postedResult}
      action={`${localizePath('/', getLocale())}#email-collection`}
      formKey={formKey}
      invitedByCode={invitedByCode}
      codeRefused={codeRefused}
      email={email}
      onEmail={change}
      onSubmit={submit}
      onContinue={onContinue}
      isMember={isMember}
      inputRef={inputRef}
      resultRef={resultRef}
    />
  )
}
