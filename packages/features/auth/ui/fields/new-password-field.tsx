import { m } from '@duo/platform/i18n/messages.ts'
import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { passwordMinLength, passwordProblem, passwordWarning } from '../../rules.ts'
import { PasswordField } from './password-field.tsx'

interface NewPasswordFieldProps
  extends Omit<ComponentProps<typeof PasswordField>, 'hint' | 'autoComplete' | 'value' | 'onChange'> {
  /** What is in the input now; the input itself keeps it, where password managers put it. */
  value: string
  onValue: (value: string) => void
  /** What the password should not be made of: name and address. */
  known: string[]
}

/** How long somebody must have stopped typing before the password is judged, in milliseconds. */
export const pause = 400

/** A password to be chosen, with what we think of it. That is a hint; what is refused, and why, the server says. */
export function NewPasswordField({ known, value, onValue, ...field }: NewPasswordFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const judgement = useJudgement(value, known.join('\n'))
  // what was typed before the scripts were there
  useEffect(() => onValue(input.current?.value ?? ''), [onValue])
  return (
    <PasswordField
      {...field}
      ref={input}
      onChange={(event) => onValue(event.target.value)}
      autoComplete="new-password"
      hint={
        <>
          <span className={judgement ? 'sr-only' : ''}>{m.auth_password_hint({ count: passwordMinLength })}</span>
          <Strength judgement={judgement} />
        </>
      }
    />
  )
}

type Judgement = 'common' | 'weak' | 'good'

const texts: Record<Judgement, () => string> = {
  common: m.auth_password_common,
  weak: m.auth_password_weak,
  good: m.auth_password_good,
}
const bars: Record<Judgement, string> = {
  common: 'w-1/6 bg-danger',
  weak: 'w-1/2 bg-overlap',
  good: 'w-full bg-success',
}

function Strength({ judgement }: { judgement: Judgement | null }) {
  return (
    <span role="status" className="block">
      {judgement && (
        <>
          <span aria-hidden="true" className="mt-3 mb-2 block h-1 overflow-clip rounded-full bg-line">
            <span className={`block h-full rounded-full transition-[width] ${bars[judgement]}`} />
          </span>
          <span className={judgement === 'common' ? 'font-semibold text-ink' : ''}>{texts[judgement]()}</span>
        </>
      )}
    </span>
  )
}

function useJudgement(password: string, known: string): Judgement | null {
  const [judged, setJudged] = useState<{ password: string; judgement: Judgement } | null>(null)
  useEffect(() => {
    if (passwordProblem(password) !== null) return
    let current = true
    const timer = setTimeout(async () => {
      try {
        const warning = await passwordWarning(password, known.split('\n').filter(Boolean))
        if (current) setJudged({ password, judgement: warning ?? 'good' })
      } catch (error) {
        // the list did not come: a hint less
        console.error(error)
      }
    }, pause)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [password, known])
  return judged?.password === password ? judged.judgement : null
}
