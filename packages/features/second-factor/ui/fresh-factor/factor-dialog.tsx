import { Dialog } from '@duo/platform/browser/ui/overlays/dialog.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import type { AuthenticationResponseJSON } from '@simplewebauthn/browser'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { actionErrorText } from '#auth/ui/error-messages.ts'
import { isSignedOut } from '#auth/ui/trpc-errors.ts'
import { usePageContext } from '#shell/ui/pages/page-context.ts'
import type { FactorOptions, StepMethod } from '../../schema.ts'
import { CodeForm } from '../second-step/code-form.tsx'
import { MethodButton } from '../second-step/method-button.tsx'
import { PasskeyPress, passByPasskey } from '../second-step/passkey-press.tsx'
import { methodChoices, methodTexts, problemText, refusalTexts } from '../second-step/step-texts.ts'

interface FactorDialogProps {
  open: boolean
  options: FactorOptions
  onClose: (isPassed: boolean) => void
  returnFocusTo: RefObject<HTMLElement | null>
}

export function FactorDialog({ open, options, onClose, returnFocusTo }: FactorDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || onClose(false)}
      title={m.second_factor_ask_title()}
      description={m.second_factor_ask_why()}
      closeLabel={m.second_factor_ask_close()}
      returnFocusTo={returnFocusTo}
      initialFocus="[data-factor] :is(input, button)"
    >
      <FactorChoice options={options} onPassed={() => onClose(true)} />
    </Dialog>
  )
}

type Factor = { by: 'code' | 'recovery_code'; code: string } | { by: 'passkey'; response: AuthenticationResponseJSON }

/** Returns an error text, or null when the factor was accepted. */
type Pass = (factor: Factor) => Promise<string | null>

function FactorChoice({ options, onPassed }: { options: FactorOptions; onPassed: () => void }) {
  const { api } = usePageContext()
  const [view, setView] = useState<StepMethod>(options.methods[0] ?? 'code')
  const pass: Pass = async (factor) => {
    try {
      const answer = await (await api()).auth.passFactor.mutate(factor)
      if (answer.error === 'clock_off' || answer.error === 'used_code') return problemText(answer)
      if (answer.error) return refusalTexts[factor.by]()
      onPassed()
      return null
    } catch (error) {
      console.error(error)
      if (!isSignedOut(error)) return actionErrorText(error, m.second_factor_step_failed())
      // repeating the call leads to the sign-in
      onPassed()
      return null
    }
  }
  return (
    <div data-factor>
      <p className="mb-6">{methodTexts[view]()}</p>
      {view === 'passkey' && <PasskeyForm firstOptions={options.passkey} pass={pass} />}
      {view !== 'passkey' && (
        <CodeForm key={view} kind={view} submit={m.second_factor_ask_submit()} send={(code) => pass({ by: view, code })} />
      )}
      <div className="mt-6 grid justify-items-start gap-1 border-t border-line pt-4 empty:hidden">
        {options.methods
          .filter((method) => method !== view)
          .map((method) => (
            <MethodButton key={method} text={methodChoices[method]()} onChoose={() => setView(method)} />
          ))}
      </div>
    </div>
  )
}

function PasskeyForm({ firstOptions, pass }: { firstOptions: FactorOptions['passkey']; pass: Pass }) {
  const { api } = usePageContext()
  const button = useRef<HTMLButtonElement>(null)
  const challenge = useRef(firstOptions)
  useEffect(() => button.current?.focus(), [])

  const confirm = async (): Promise<string | null> => {
    // each challenge works once
    const options = challenge.current ?? (await (await api()).auth.factorOptions.mutate()).passkey
    challenge.current = null
    if (!options) return m.second_factor_step_refused()
    return passByPasskey(options, (response) => pass({ by: 'passkey', response }))
  }
  return <PasskeyPress ref={button} pass={confirm} />
}
