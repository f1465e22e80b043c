import { Spinner } from '@duo/platform/browser/ui/feedback/spinner.tsx'
import { buttonClasses } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import type { AuthenticationResponseJSON } from '@simplewebauthn/browser'
import { useHydrated } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { resetClientState } from '#auth/ui/auth-client.ts'
import { actionErrorText } from '#auth/ui/error-messages.ts'
import type { FormlessSignInProps } from '#auth/ui/sign-in/auth-page.tsx'
import { usePageContext } from '#shell/ui/pages/page-context.ts'
import type { PasskeySignInResult } from '../../schema.ts'
import { abortCeremony, type Ceremony, canFillPasskeys, signWithPasskey } from './passkey-ceremony.ts'

/** Renews the autofill challenge before the server's expires after five minutes. */
const renewalDelayMs = 4 * 60_000

type PasskeyResponse = NonNullable<Ceremony<AuthenticationResponseJSON>['response']>

const refusalTexts: Record<NonNullable<PasskeySignInResult['error']>, () => string> = {
  passkey_refused: m.second_factor_sign_in_refused,
  email_not_verified: m.auth_not_confirmed,
}

export function PasskeyButton({ disabled, onBusy, onMessage, onDone }: FormlessSignInProps) {
  const { api } = usePageContext()
  const hydrated = useHydrated()
  const [busy, setBusy] = useState(false)
  const callbacks = useRef({ onBusy, onMessage, onDone })
  callbacks.current = { onBusy, onMessage, onDone }

  /** `answer` resolves to the signed response, or to null if there is nothing left to do. */
  const signIn = useCallback(
    async (answer: () => Promise<PasskeyResponse | null>) => {
      setBusy(true)
      callbacks.current.onBusy(true)
      callbacks.current.onMessage(null)
      try {
        const response = await answer()
        if (response) {
          await resetClientState()
          const signedIn = await (await api()).auth.signInWithPasskey.mutate({ response })
          if (signedIn.error === null) await callbacks.current.onDone(signedIn.user)
          else callbacks.current.onMessage(refusalTexts[signedIn.error]())
        }
      } catch (error) {
        console.error(error)
        callbacks.current.onMessage(actionErrorText(error, m.auth_sign_in_failed()))
      }
      setBusy(false)
      callbacks.current.onBusy(false)
    },
    [api],
  )
  const restartAutofill = useAutofill((response) => signIn(async () => response))

  const choose = async () => {
    const { failure, response } = await signWithPasskey(await (await api()).auth.passkeySignInOptions.mutate())
    if (failure)
      onMessage(failure === 'unsupported' ? m.second_factor_passkey_unsupported() : m.second_factor_sign_in_cancelled())
    return response
  }
  return (
    <button
      type="button"
      disabled={disabled || busy || !hydrated}
      aria-busy={busy || undefined}
      onClick={async () => {
        await signIn(choose)
        restartAutofill()
      }}
      className={`${buttonClasses('quiet', 'lg')} bg-paper-raised`}
    >
      {busy ? <Spinner /> : <PasskeyMark />}
      {m.second_factor_sign_in()}
    </button>
  )
}

/** Offers passkeys as autofill. Returns a function that restarts it after another ceremony. */
function useAutofill(onAnswer: (response: PasskeyResponse) => Promise<unknown>) {
  const { api } = usePageContext()
  const callback = useRef(onAnswer)
  callback.current = onAnswer
  const [round, setRound] = useState(0)
  const restart = useCallback(() => setRound((before) => before + 1), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: every round is a new offer
  useEffect(() => {
    let isCancelled = false
    const renewal = setTimeout(restart, renewalDelayMs)
    const offer = async () => {
      if (isCancelled || !(await canFillPasskeys())) return
      const options = await (await api()).auth.passkeySignInOptions.mutate()
      if (isCancelled) return
      const { response } = await signWithPasskey(options, { autofill: true })
      // no retry: a browser that responds automatically would loop
      if (!isCancelled && response !== null) await callback.current(response)
    }
    offer().catch((error: unknown) => {
      if (!isCancelled) console.error(error)
    })
    return () => {
      isCancelled = true
      clearTimeout(renewal)
    }
  }, [round, restart, api])
  useEffect(
    () => () => {
      abortCeremony().catch(console.error)
    },
    [],
  )
  return restart
}

function PasskeyMark() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false" className="size-5 flex-none fill-current">
      <circle cx={9} cy={7} r={4} />
      <path d="M9 12.5c-4 0-7 2.4-7 5.500v2h11.500v-4.300a4.6 4.6 0 0 1-1-2.600A9.5 9.5 0 0 0 9 12.500z" />
      <path d="M18.5 9.500a3.5 3.5 0 0 0-1.5 6.660V21l1.5 1.5 2-2-1.2-1.2 1.2-1.3-1-1.200A3.5 3.5 0 0 0 18.5 9.500zm0 2a1.1 1.1 0 1 1 0 2.2 1.1 1.1 0 0 1 0-2.200z" />
    </svg>
  )
}
