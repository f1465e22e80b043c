import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import type { AuthenticationResponseJSON } from '@simplewebauthn/browser'
import type { Ref } from 'react'
import { FormMessage } from '#auth/ui/fields/form-message.tsx'
import { useAttempt } from '#auth/ui/use-attempt.ts'
import type { AssertionOptions } from '../../schema.ts'
import { signWithPasskey } from './passkey-ceremony.ts'

interface PasskeyPressProps {
  ref?: Ref<HTMLButtonElement>
  /** Returns an error text, or null when another view follows. */
  pass: () => Promise<string | null>
}

export function PasskeyPress({ ref, pass }: PasskeyPressProps) {
  const { busy, message, run } = useAttempt(m.second_factor_step_failed)
  return (
    <>
      <FormMessage text={message} />
      <Button ref={ref} size="lg" className="w-full" busy={busy} aria-disabled={busy || undefined} onClick={() => run(pass)}>
        {m.second_factor_step_to_passkey()}
      </Button>
    </>
  )
}

export async function passByPasskey(
  options: AssertionOptions,
  send: (response: AuthenticationResponseJSON) => Promise<string | null>,
): Promise<string | null> {
  const { failure, response } = await signWithPasskey(options)
  if (failure === 'unsupported') return m.second_factor_passkey_unsupported()
  return failure ? m.second_factor_step_cancelled() : send(response)
}
