import type { PublicKeyCredentialCreationOptionsJSON, PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server'
import { z } from 'zod'
import { currentPasswordSchema, labelSchema, type SignedInUser, type User } from '../auth/schema.ts'

/** Lifetime of a second step in minutes, and failed attempts that end it. */
export const stepMinutes = 10
export const stepTries = 5
export const challengeMinutes = 5
/** Minutes in which a factor that the session has passed allows changes of the account. */
export const freshFactorMinutes = 5
/** Minutes after sign-in in which an account without a password can be deleted or change its e-mail. */
export const freshMinutes = 10
export const codesSetupMinutes = 30
/** Hours after a cancelled recovery in which no new one can start. */
export const recoveryPauseHours = 24

export const stepLimit = { name: 'auth_second_step_from', points: 300, seconds: 600 }
export const passkeyLimit = { name: 'auth_passkey_from', points: 300, seconds: 600 }
/** A known device has its own limits, so that an attacker with the password does not lock the owner out. */
export const factorLimits = {
  account: { name: 'auth_second_step', points: 10, seconds: 3600 },
  accountDay: { name: 'auth_second_step_day', points: 30, seconds: 86_400 },
  device: { name: 'auth_second_step_device', points: 10, seconds: 3600 },
  deviceDay: { name: 'auth_second_step_device_day', points: 30, seconds: 86_400 },
}
/** Attempts of a signed-in session. Each session has its own, so that a stolen one does not lock the owner out. */
export const passFactorLimits = [
  { name: 'auth_pass_factor', points: 10, seconds: 3600 },
  { name: 'auth_pass_factor_day', points: 30, seconds: 86_400 },
]
export const confirmCodesLimit = { name: 'auth_confirm_codes', points: 20, seconds: 600 }

const base64url = (max: number) =>
  z
    .string('invalid')
    .min(1, 'invalid')
    .max(max, 'invalid')
    .regex(/^[\w-]+$/, 'invalid')

const credential = { id: base64url(1400), rawId: base64url(1400), type: z.literal('public-key', 'invalid') }

/** Omits fields that we do not read, because authenticators add their own. */
export const registrationResponse = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(4000),
    attestationObject: base64url(20_000),
    transports: z.array(z.string('invalid').max(20, 'invalid')).max(10, 'invalid').optional(),
  }),
})

export const authenticationResponse = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(4000),
    authenticatorData: base64url(4000),
    signature: base64url(2000),
    userHandle: base64url(200).optional(),
  }),
})

export const assertionInput = z.object({ response: authenticationResponse })
export const addPasskeyInput = z.object({ response: registrationResponse, name: labelSchema })
export const renamePasskeyInput = z.object({ id: z.uuid('invalid'), name: labelSchema })
export const passwordInput = z.object({ password: currentPasswordSchema })
export const removePasskeyInput = z.object({ id: z.uuid('invalid'), password: currentPasswordSchema })
const code = z.string('invalid').max(100, 'invalid')
export const codeInput = z.object({ code })

export const passFactorInput = z.discriminatedUnion('by', [
  z.object({ by: z.literal('code'), code }),
  z.object({ by: z.literal('recovery_code'), code }),
  z.object({ by: z.literal('passkey'), response: authenticationResponse }),
])

export const stepMethods = ['passkey', 'code', 'recovery_code'] as const
export type StepMethod = (typeof stepMethods)[number]

/** Active slow recovery: opens at `ripeAt` and expires at `lapsesAt`, ISO 8601. */
export interface FactorRecovery {
  ripeAt: string
  lapsesAt: string
}

export interface Passkey {
  id: string
  name: string
  createdAt: string
  lastUsedAt: string | null
}

export interface SecondFactors {
  passkeys: Passkey[]
  codesSince: string | null
  recoveryCodesLeft: number
  isDemanded: boolean
  recovery: FactorRecovery | null
}

/** What the settings of the factors need to know about an account. */
export interface FactorAccount {
  user: User
  hasPassword: boolean
  secondFactors: SecondFactors
}

export interface ReauthenticationError {
  error: 'wrong_password' | 'sign_in_again'
}

export interface SecondStep {
  methods: StepMethod[]
  /** Whether slow recovery can start. It requires mail, to warn the owner. */
  canRecover: boolean
  recovery: FactorRecovery | null
}

/** Without extensions: their type has binary values, which JSON has not. */
export type AssertionOptions = Omit<PublicKeyCredentialRequestOptionsJSON, 'extensions'>
export type CreationOptions = Omit<PublicKeyCredentialCreationOptionsJSON, 'extensions'> & { extensions: { credProps: true } }

/** The second step was passed, voided or took too long: the sign-in starts again. */
interface StepOver {
  error: 'step_over'
}
export type SecondStepResult = ({ error: null } & SecondStep) | StepOver
export type StepPasskeyResult = { error: null; options: AssertionOptions } | StepOver
export type PassStepResult =
  | { error: null; user: SignedInUser; recoveryCodesLeft: number }
  | StepOver
  | { error: 'wrong_code' | 'passkey_refused' }
  | CodeProblem
export type PassedStep = Extract<PassStepResult, { error: null }>
/** `mail_off`: without mail the owner gets no warning. `recovery_cancelled`: a recovery was cancelled within a day. */
export type StartRecoveryResult =
  | { error: null; ripeAt: string }
  | StepOver
  | { error: 'mail_off' }
  | { error: 'recovery_cancelled'; retryAfterSeconds: number }
export type CancelRecoveryResult = { error: null } | StepOver
export type PasskeySignInResult = { error: null; user: SignedInUser } | { error: 'passkey_refused' | 'email_not_verified' }

/** A code that is right at another time is refused, and explained: s by which its clock is ahead of ours, negative if behind. */
export type ClockOff = { clockOff: number }
/** Why a code is refused that the app shows. `used_code`: it, or a newer one, was used, as on another device. */
export type CodeProblem = ({ error: 'clock_off' } & ClockOff) | { error: 'used_code' }
export type PasskeyOptions = { error: null; options: CreationOptions }
/** The first factor creates recovery codes, shown once, and ends the account's API keys and an unconfirmed e-mail change. */
export interface AddedFactor {
  recoveryCodes: string[] | null
  endedKeys: number
  endedEmailChange: boolean
}
export type AddPasskeyResult = ({ error: null } & AddedFactor) | { error: 'refused' }
export type RemoveFactorResult = { error: null } | { error: 'last_factor' }
export type StartCodesResult = { error: null; secret: string; uri: string }
/** `setup_over`: no secret was shown in this session, or it has expired. `already_on`: the code is of the secret in use. */
export type ConfirmCodesResult =
  | ({ error: null } & AddedFactor)
  | { error: 'wrong_code' | 'setup_over' | 'already_on' }
  | ({ error: 'clock_off' } & ClockOff)
export type RecoveryCodesResult = { error: null; recoveryCodes: string[] }

/** `passkey` has a challenge for one attempt; null without passkeys. */
export interface FactorOptions {
  methods: StepMethod[]
  passkey: AssertionOptions | null
}
export type PassFactorResult = { error: null; recoveryCodesLeft: number } | { error: 'refused' } | CodeProblem
