import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { useState } from 'react'
import { errorText } from '../error-messages.ts'
import { FormMessage } from '../fields/form-message.tsx'
import { signWithPasskey } from './passkey-ceremony.ts'
import { type CompleteStep, fetchStepPasskeyOptions, passByPasskey } from './second-step-client.ts'

export function PasskeyStep({ completeStep, onExpired }: { completeStep: CompleteStep; onExpired: () => unknown }) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const pass = async (): Promise<string | null> => {
    const { refusal, data } = await fetchStepPasskeyOptions()
    if (refusal?.code === 'STEP_OVER') await onExpired()
    if (refusal) return refusal.code === 'STEP_OVER' ? null : errorText(refusal)
    const { failure, response } = await signWithPasskey(data)
    if (failure === 'unsupported') return m.auth_factor_passkey_unsupported()
    return failure ? m.auth_factor_step_cancelled() : completeStep('passkey', () => passByPasskey(response))
  }
  const press = async () => {
    if (busy) return
    setBusy(true)
    setProblem(null)
    try {
      setProblem(await pass())
    } catch (error) {
      console.error(error)
      setProblem(m.auth_factor_step_failed())
    }
    setBusy(false)
  }
  return (
    <>
      <FormMessage text={problem} />
      <Button size="lg" className="w-full" busy={busy} aria-disabled={busy || undefined} onClick={press}>
        {m.auth_factor_step_to_passkey()}
      </Button>
    </>
  )
}
