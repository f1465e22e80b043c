import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser'

/** Why a browser made or used no passkey. `aborted`: another ceremony began, or the page was left. */
export type CeremonyFailure = 'cancelled' | 'already' | 'unsupported' | 'aborted'
export type Ceremony<Response> = { failure: null; response: Response } | { failure: CeremonyFailure; response: null }

const loadWebAuthn = () => import('@simplewebauthn/browser')

const canUsePasskeys = (): boolean => typeof globalThis.PublicKeyCredential === 'function'

/** Returns whether the browser can offer passkeys in the list under the email field. */
export const canFillPasskeys = async (): Promise<boolean> =>
  canUsePasskeys() && ((await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false)

/** Makes a passkey. Throws what neither the person nor the browser decided. */
export const createPasskey = (optionsJSON: PublicKeyCredentialCreationOptionsJSON) =>
  runCeremony<RegistrationResponseJSON>(async () => (await loadWebAuthn()).startRegistration({ optionsJSON }))

/** Signs a challenge with a passkey. With `autofill` it waits until the person chooses one under the email field. */
export const signWithPasskey = (optionsJSON: PublicKeyCredentialRequestOptionsJSON, { autofill = false } = {}) =>
  runCeremony<AuthenticationResponseJSON>(async () =>
    (await loadWebAuthn()).startAuthentication({ optionsJSON, useBrowserAutofill: autofill }),
  )

/** Ends a ceremony that waits. */
export const abortCeremony = async (): Promise<void> => (await loadWebAuthn()).WebAuthnAbortService.cancelCeremony()

async function runCeremony<Response>(run: () => Promise<Response>): Promise<Ceremony<Response>> {
  if (!canUsePasskeys()) return { failure: 'unsupported', response: null }
  try {
    return { failure: null, response: await run() }
  } catch (error) {
    const failure = failures[(error as Error).name]
    if (failure === undefined) throw error
    return { failure, response: null }
  }
}

const failures: Partial<Record<string, CeremonyFailure>> = {
  AbortError: 'aborted',
  // also after the browser's time limit, and when no passkey fits: browsers do not tell these apart
  NotAllowedError: 'cancelled',
  InvalidStateError: 'already',
  ConstraintError: 'unsupported',
  NotSupportedError: 'unsupported',
}
