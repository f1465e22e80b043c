import { getLocale } from '@duo/platform/i18n/locale.ts'
import { normalizeEmail } from '@duo/platform/shared/email.ts'
import { localizePath } from '@duo/platform/shared/locale.ts'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { NoScriptJoin } from '../../../shell/ui/pages/page-context.ts'
import { usePageContext } from '../../../shell/ui/pages/page-context.ts'
import { useLazyComponent } from '../../../shell/ui/pages/use-lazy-component.ts'
import { JoinFormView, type JoinState } from './join-form-view.tsx'

type Answer = Exclude<NoScriptJoin['answer'], string>

/** What a join came to that the rest of the page goes on from. */
export type JoinOutcome = { email: string; answer: Extract<Answer, { error: null }> }

interface JoinFormProps {
  /** Makes a form that is posted twice without scripts one join; the server writes it. */
  formKey?: string | null | undefined
  /** The referral code the visitor came with. */
  invitedByCode: string | null
  /** What came of the form when it was posted without scripts. */
  posted?: NoScriptJoin | null
  /** The result of that as the server wrote it. */
  postedResult?: ReactNode
  /** Called when somebody begins to write: what follows a join can be fetched meanwhile. */
  onStart?: () => void
  /** Told of a join. Answers true when it shows the answer itself, so that the form only goes back to where it was. */
  onOutcome?: (outcome: JoinOutcome) => boolean
  /** Goes on with the survey after it was closed. */
  onContinue?: (() => void) | undefined
  /** Whether somebody on this device has joined: the form then names their page. */
  isMember?: boolean
}

/** What a join comes to is fetched while the address is being written. */
const fetchResultModule = () => import('./join-result.tsx')
const fetchResult = async () => (await fetchResultModule()).JoinResult

/** What is shown, and what the server said about it. */
interface Progress {
  state: JoinState
  message?: string | undefined
  position?: number
  /** Whether the mail that the result speaks of goes out now. */
  mailed?: boolean
}

function progressOf(answer: NoScriptJoin['answer']): Progress {
  if (typeof answer === 'string') return { state: answer === 'invalid' ? 'refused' : answer }
  if (answer.error) return { state: answer.error, message: answer.message }
  const { message, mailed } = answer
  if (answer.userExists) return { state: 'exists', message, mailed }
  return { state: 'joined', message, position: answer.data.position, mailed }
}

/**
 * The waitlist's form: checks the address, joins, and shows what came of it. Without scripts (or before they have come) it posts
 * itself to the page's own address, which answers with the page in the state that this form would have reached.
 */
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
    // what was typed before the scripts came stays typed, and was begun when the page came
    const before = inputRef.current?.value
    shownAt.current = before ? 0 : performance.now()
    if (before && before !== email) change(before)
    if (postedResult) loadResult()
  }, [])

  // the focus follows the outcome: to the result that replaced the form, or back to the field that needs a change
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
      // fetched with the result; without it the failure is one like any other
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
