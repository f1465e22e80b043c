import { m } from '@duo/platform/i18n/messages.ts'
import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { passwordMinLength, passwordProblem, passwordWarning } from '../../rules.ts'
import { PasswordField } from './password-field.tsx'
import { debounceMs, type PasswordRating } from './password-rating.ts'

interface NewPasswordFieldProps
  extends Omit<ComponentProps<typeof PasswordField>, 'hint' | 'autoComplete' | 'value' | 'onChange'> {
  /** Current input. Uncontrolled, because password managers write to the input. */
  value: string
  onValue: (value: string) => void
  ownWords: string[]
}

export function NewPasswordField({ ownWords, value, onValue, ...field }: NewPasswordFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const rating = usePasswordWarning(value, ownWords.join('\n'))
  useEffect(() => onValue(input.current?.value ?? ''), [onValue])
  return (
    <PasswordField
      {...field}
      ref={input}
      onChange={(event) => onValue(event.target.value)}
      autoComplete="new-password"
      hint={<PasswordHint rating={rating} />}
    />
  )
}

const texts: Record<PasswordRating, () => string> = {
  common: m.auth_password_common,
  weak: m.auth_password_weak,
  good: m.auth_password_good,
}
const bars: Record<PasswordRating, string> = {
  common: 'w-1/6 bg-danger',
  weak: 'w-1/2 bg-overlap',
  good: 'w-full bg-success',
}

/** password-rating.ts fills it in without React. */
export function PasswordHint({ rating }: { rating: PasswordRating | null }) {
  return (
    <>
      <span data-password-hint className={rating ? 'sr-only' : ''}>
        {m.auth_password_hint({ count: passwordMinLength })}
      </span>
      <span role="status" className="block">
        {rating && <RatingText rating={rating} />}
      </span>
    </>
  )
}

export function RatingText({ rating }: { rating: PasswordRating }) {
  return (
    <>
      <span aria-hidden="true" className="mt-3 mb-2 block h-1 overflow-clip rounded-full bg-line">
        <span className={`block h-full rounded-full transition-[width] ${bars[rating]}`} />
      </span>
      {/* an error below says the same of a common password */}
      <span className={rating === 'common' ? 'font-semibold text-ink group-has-aria-invalid/password:sr-only' : ''}>
        {texts[rating]()}
      </span>
    </>
  )
}

function usePasswordWarning(password: string, ownWords: string): PasswordRating | null {
  const [latest, setLatest] = useState<{ password: string; rating: PasswordRating } | null>(null)
  useEffect(() => {
    if (passwordProblem(password) !== null) return
    let isCurrent = true
    const timer = setTimeout(async () => {
      try {
        const warning = await passwordWarning(password, ownWords.split('\n').filter(Boolean))
        if (isCurrent) setLatest({ password, rating: warning ?? 'good' })
      } catch (error) {
        console.error(error)
      }
    }, debounceMs)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [password, ownWords])
  return latest?.password === password ? latest.rating : null
}
