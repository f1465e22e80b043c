import type { AuthenticationResponseJSON } from '@simplewebauthn/browser'
import { resetClientState } from '#auth/ui/auth-client.ts'
import { completeSignIn } from '#auth/ui/sign-in-script/complete-sign-in.ts'
import { failureText, showMessage, textsOf } from '#auth/ui/sign-in-script/form-view.ts'
import type { SignInView } from '#auth/ui/sign-in-script/sign-in-view.ts'
import { documentClient } from '#shell/ui/api/document-client.ts'
import type { PasskeySignInResult } from '../../schema.ts'
import { type Ceremony, canFillPasskeys, signWithPasskey } from './passkey-ceremony.ts'

/** Renews the autofill challenge before the server's expires after five minutes. */
const renewalDelayMs = 4 * 60_000

type PasskeyResponse = NonNullable<Ceremony<AuthenticationResponseJSON>['response']>

export type PasskeyTexts = Record<NonNullable<PasskeySignInResult['error']> | 'unsupported' | 'cancelled', string>

/** Starts the button that signs in with a passkey, and offers passkeys as autofill. */
export function startPasskeys({ box, form, setBusy }: SignInView, signal: AbortSignal): void {
  const button = box.querySelector<HTMLButtonElement>('[data-passkey]')
  // a hidden one is in a browser that signs in by e-mail only
  if (!button || button.closest('[hidden]')) return
  const texts = JSON.parse(button.dataset.passkey ?? '') as PasskeyTexts
  const formTexts = textsOf(form)

  /** `answer` resolves to the signed response, or to the text of what went wrong. Returns whether the page is being left. */
  const signIn = async (answer: () => Promise<PasskeyResponse | string>) => {
    setBusy(button)
    showMessage(form, null)
    let problem: string
    try {
      const response = await answer()
      if (typeof response === 'string') problem = response
      else {
        await resetClientState()
        const signedIn = await documentClient.auth.signInWithPasskey.mutate({ response })
        if (signedIn.error !== null) problem = texts[signedIn.error]
        else if (await completeSignIn(box.dataset)) return true
        else problem = formTexts.cookiesBlocked
      }
    } catch (error) {
      console.error(error)
      problem = failureText(error, formTexts, formTexts.failed)
    }
    setBusy(null)
    showMessage(form, problem)
    return false
  }
  const choose = async () => {
    const { failure, response } = await signWithPasskey(await documentClient.auth.passkeySignInOptions.mutate())
    return failure ? texts[failure === 'unsupported' ? 'unsupported' : 'cancelled'] : response
  }
  const offerAutofill = startAutofill((response) => signIn(async () => response), signal)
  button.addEventListener(
    'click',
    async () => {
      if (!(await signIn(choose))) offerAutofill()
    },
    { signal },
  )
}

/** Offers passkeys as autofill. Returns a function that offers them again after another ceremony. */
function startAutofill(onAnswer: (response: PasskeyResponse) => Promise<unknown>, signal: AbortSignal): () => void {
  let round = 0
  let renewal = 0
  const offer = async (current: number) => {
    const isOver = () => signal.aborted || current !== round
    if (!(await canFillPasskeys()) || isOver()) return
    const options = await documentClient.auth.passkeySignInOptions.mutate()
    if (isOver()) return
    const { response } = await signWithPasskey(options, { autofill: true })
    // no retry: a browser that responds automatically would loop
    if (!isOver() && response !== null) await onAnswer(response)
  }
  const start = () => {
    round++
    clearTimeout(renewal)
    renewal = window.setTimeout(start, renewalDelayMs)
    const current = round
    offer(current).catch((error: unknown) => {
      if (current === round && !signal.aborted) console.error(error)
    })
  }
  signal.addEventListener('abort', () => clearTimeout(renewal))
  start()
  return start
}
