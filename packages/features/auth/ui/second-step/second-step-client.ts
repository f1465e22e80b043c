import type { AuthenticationResponseJSON, PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import type { SecondStep, StepMethod } from '../../second-factor-schema.ts'
import { type Answer, post, type SignedInUser, startOver } from '../auth-client.ts'

export interface PassedStep {
  user: SignedInUser
  recoveryCodesLeft: number
}

/** Settles one try at the second step. Returns what is wrong in words, or null when something else is shown next. */
export type Settle = (by: StepMethod, call: () => Promise<Answer<PassedStep>>) => Promise<string | null>

export const pendingStep = () => post<SecondStep>('second-step')
export const stepPasskeyOptions = () => post<PublicKeyCredentialRequestOptionsJSON>('second-step/passkey-options')
export const passByPasskey = (response: AuthenticationResponseJSON) => post<PassedStep>('second-step/passkey', { response })
export const passByCode = (code: string) => post<PassedStep>('second-step/code', { code })
export const passByRecoveryCode = (code: string) => post<PassedStep>('second-step/recovery-code', { code })
export const startRecovery = () => post<{ ripeAt: string }>('second-step/lost')
export const cancelRecovery = () => post<{ status: true }>('second-step/cancel-recovery')

export const signInOptions = () => post<PublicKeyCredentialRequestOptionsJSON>('passkey/options')

/** Signs in with a passkey alone. */
export async function signInByPasskey(response: AuthenticationResponseJSON) {
  await startOver()
  return post<{ user: SignedInUser }>('passkey/sign-in', { response })
}
