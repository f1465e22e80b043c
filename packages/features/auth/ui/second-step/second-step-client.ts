import type { AuthenticationResponseJSON, PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import type { SecondStep, StepMethod } from '../../second-factor-schema.ts'
import { type AuthResult, callAuth, resetClientState, type SignedInUser } from '../auth-client.ts'

export interface PassedStep {
  user: SignedInUser
  recoveryCodesLeft: number
}

/** Returns an error text, or null when another view follows. */
export type CompleteStep = (by: StepMethod, call: () => Promise<AuthResult<PassedStep>>) => Promise<string | null>

export const fetchPendingStep = () => callAuth<SecondStep>('second-step')
export const fetchStepPasskeyOptions = () => callAuth<PublicKeyCredentialRequestOptionsJSON>('second-step/passkey-options')
export const passByPasskey = (response: AuthenticationResponseJSON) => callAuth<PassedStep>('second-step/passkey', { response })
export const passByCode = (code: string) => callAuth<PassedStep>('second-step/code', { code })
export const passByRecoveryCode = (code: string) => callAuth<PassedStep>('second-step/recovery-code', { code })
export const startRecovery = () => callAuth<{ ripeAt: string }>('second-step/lost')
export const cancelRecovery = () => callAuth<{ status: true }>('second-step/cancel-recovery')

export const fetchSignInOptions = () => callAuth<PublicKeyCredentialRequestOptionsJSON>('passkey/options')

export async function signInByPasskey(response: AuthenticationResponseJSON) {
  await resetClientState()
  return callAuth<{ user: SignedInUser }>('passkey/sign-in', { response })
}
