import { loadPart } from '@duo/platform/browser/parts/missing-part.ts'
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser'

/** `aborted`: another ceremony started, or the user left the page. */
export type CeremonyFailure = 'cancelled' | 'already' | 'unsupported' | 'aborted'
export type Ceremony<Response> = { failure: null; response: Response } | { failure: CeremonyFailure; response: null }

const loadWebAuthn = () => loadPart(() => import('@simplewebauthn/browser'))

const canUsePasskeys = (): boolean => typeof globalThis.PublicKeyCredential === 'function'

export const canFillPasskeys = async (): Promise<boolean> =>
  canUsePasskeys() && ((await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false)

/** Throws unexpected errors only. */
export const createPasskey = (optionsJSON: PublicKeyCredentialCreationOptionsJSON) =>
  runCeremony<RegistrationResponseJSON>(async () => (await loadWebAuthn()).startRegistration({ optionsJSON }))

/** With `autofill` it waits until the user selects a passkey under the e-mail field. */
export const signWithPasskey = (optionsJSON: PublicKeyCredentialRequestOptionsJSON, { autofill = false } = {}) =>
  runCeremony<AuthenticationResponseJSON>(async () =>
    (await loadWebAuthn()).startAuthentication({ optionsJSON, useBrowserAutofill: autofill }),
  )

async function runCeremony<Response>(run: () => Promise<Response>): Promise<Ceremony<Response>> {
  if (!canUsePasskeys()) return { failure: 'unsupported', response: null }
  try {
    return { failure: null, response: await run() }
  } catch (error) {
    const failure = error instanceof Error ? failures[error.name] : undefined
    if (failure === undefined) throw error
    return { failure, response: null }
  }
}

const failures: Partial<Record<string, CeremonyFailure>> = {
  AbortError: 'aborted',
  // also on a timeout and without a matching passkey: browsers do not distinguish these
  NotAllowedError: 'cancelled',
  InvalidStateError: 'already',
  ConstraintError: 'unsupported',
  NotSupportedError: 'unsupported',
}
