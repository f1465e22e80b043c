import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { useState } from 'react'
import { actionErrorText } from '#auth/ui/error-messages.ts'
import { FormMessage } from '#auth/ui/fields/form-message.tsx'
import { usePageContext } from '#shell/ui/pages/page-context.ts'
import type { CompleteStep } from './complete-step.ts'
import { signWithPasskey } from './passkey-ceremony.ts'

export function PasskeyStep({ completeStep, onExpired }: { completeStep: CompleteStep; onExpired: () => unknown }) {
  const { api } = usePageContext()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const pass = async (): Promise<string | null> => {
    const { auth } = await api()
    const answer = await auth.stepPasskeyOptions.mutate()
    if (answer.error !== null) {
      await onExpired()
      return null
    }
    const { failure, response } = await signWithPasskey(answer.options)
    if (failure === 'unsupported') return m.second_factor_passkey_unsupported()
    return failure ? m.second_factor_step_cancelled() : completeStep('passkey', () => auth.passStepByPasskey.mutate({ response }))
  }
  const press = async () => {
    if (busy) return
    setBusy(true)
    setProblem(null)
    try {
      setProblem(await pass())
    } catch (error) {
      console.error(error)
      setProblem(actionErrorText(error, m.second_factor_step_failed()))
    }
    setBusy(false)
  }
  return (
    <>
      <FormMessage text={problem} />
      <Button size="lg" className="w-full" busy={busy} aria-disabled={busy || undefined} onClick={press}>
        {m.second_factor_step_to_passkey()}
      </Button>
    </>
  )
}
