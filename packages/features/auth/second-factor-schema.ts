import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/server'
import { z } from 'zod'
import { normalizeName } from './rules.ts'
import { currentPasswordSchema } from './schema.ts'
import { passkeyNameProblem } from './second-factor-rules.ts'
import type { FactorRecovery } from './second-factor-state.ts'

/** How long a second step waits for its factor, in minutes, and how many wrong tries end it. */
export const stepMinutes = 10
export const stepTries = 5
/** How long a challenge of a passkey can be answered, and a secret of one-time codes confirmed, in minutes. */
export const challengeMinutes = 5
export const codesSetupMinutes = 30
/** Hours after a cancelled recovery in which no other one begins. */
export const recoveryPauseHours = 24

/** Calls of the second step per address block, and of a passkey sign-in, whose options anyone may ask for. */
export const stepLimit = { name: 'auth_second_step_from', points: 300, seconds: 600 }
export const passkeyLimit = { name: 'auth_passkey_from', points: 300, seconds: 600 }
/**
 * Wrong tries at the second step, on however many steps. Only who has passed the first factor can use them up. A device that has signed
 * in to the account before has an allowance of its own, so that a stranger with the password cannot lock the owner out.
 */
export const factorLimits = {
  account: { name: 'auth_second_step', points: 10, seconds: 3600 },
  accountDay: { name: 'auth_second_step_day', points: 30, seconds: 86_400 },
  device: { name: 'auth_second_step_device', points: 10, seconds: 3600 },
  deviceDay: { name: 'auth_second_step_device_day', points: 30, seconds: 86_400 },
}
/** Codes typed to confirm new one-time codes. */
export const confirmCodesLimit = { name: 'auth_confirm_codes', points: 20, seconds: 600 }

const base64url = (max: number) =>
  z
    .string('invalid')
    .min(1, 'invalid')
    .max(max, 'invalid')
    .regex(/^[\w-]+$/, 'invalid')

const credential = { id: base64url(1400), rawId: base64url(1400), type: z.literal('public-key', 'invalid') }

/** A browser's answer to a registration, without what is not read: authenticators add to it. */
export const registrationResponse = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(4000),
    attestationObject: base64url(20_000),
    transports: z.array(z.string('invalid').max(20, 'invalid')).max(10, 'invalid').optional(),
  }),
})

/** A browser's answer to a request for a passkey. */
export const authenticationResponse = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(4000),
    authenticatorData: base64url(4000),
    signature: base64url(2000),
    userHandle: base64url(200).optional(),
  }),
})

const passkeyName = z
  .string('name_required')
  .max(1000, 'invalid_name')
  .transform((input, ctx) => {
    const problem = passkeyNameProblem(input)
    if (problem === null) return normalizeName(input)
    ctx.addIssue({ code: 'custom', message: problem === 'required' ? 'name_required' : 'invalid_name' })
    return z.NEVER
  })

export const addPasskeyInput = z.object({ response: registrationResponse, name: passkeyName })
export const renamePasskeyInput = z.object({ id: z.uuid('invalid'), name: passkeyName })
export const passwordInput = z.object({ password: currentPasswordSchema })
export const removePasskeyInput = z.object({ id: z.uuid('invalid'), password: currentPasswordSchema })
export const codeInput = z.object({ code: z.string('invalid').max(100, 'invalid') })

export const stepMethods = ['passkey', 'code', 'recovery_code'] as const
export type StepMethod = (typeof stepMethods)[number]

/** What a live second step offers. */
export interface SecondStep {
  methods: StepMethod[]
  /** Whether the slow recovery can begin: it warns the owner by mail, so not where mails do not go out. */
  canRecover: boolean
  recovery: FactorRecovery | null
}

export type PasskeyOptions = { error: null; options: PublicKeyCredentialCreationOptionsJSON }
/** `recoveryCodes` is set with the first factor only; they are shown once. */
export type AddPasskeyAnswer = { error: null; recoveryCodes: string[] | null } | { error: 'refused' }
export type RemoveFactorAnswer = { error: null } | { error: 'last_factor' }
/** The secret in base32, and as the address that authenticator apps read. */
export type StartCodesAnswer = { error: null; secret: string; uri: string }
/** `setup_over`: this session was shown no secret, it has expired, or another tab has turned it on. */
export type ConfirmCodesAnswer = { error: null; recoveryCodes: string[] | null } | { error: 'wrong_code' | 'setup_over' }
export type RecoveryCodesAnswer = { error: null; recoveryCodes: string[] }
