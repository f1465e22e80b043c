import { limitedBy, procedure } from '@duo/platform/server/trpc.ts'
import { actorOfCaller, callerOf } from '#auth/server/sign-in/sign-in-caller.ts'
import { assertionInput, codeInput, passkeyLimit, stepLimit } from '../../schema.ts'
import { codeFactor, passkeyFactor, recoveryCodeFactor } from '../factor-checks/factor-checks.ts'
import { passSecondStep } from './pass-second-step.ts'
import { passkeySignInOptions, signInWithPasskey } from './passkey-sign-in.ts'
import { getSecondStep } from './second-step.ts'
import { stepPasskeyOptions } from './step-passkey.ts'
import { cancelRecoveryFromStep, requestRecovery } from './step-recovery.ts'

const stepProcedure = procedure.use(limitedBy(stepLimit))
const passkeyProcedure = procedure.use(limitedBy(passkeyLimit))

/**
 * The way from a first factor to a session. A cookie names the step, so none of these takes an id. Refusal `step_over` when the step was
 * passed, voided or too old; 429.
 */
export const stepProcedures = {
  secondStep: stepProcedure.query(({ ctx }) => getSecondStep(ctx)),

  stepPasskeyOptions: stepProcedure.mutation(({ ctx }) => stepPasskeyOptions(ctx)),

  /** Signs in. Refusal `passkey_refused`. */
  passStepByPasskey: stepProcedure
    .input(assertionInput)
    .mutation(({ ctx, input }) => passSecondStep(ctx, passkeyFactor(ctx, input.response))),

  /** Signs in. Refusal `wrong_code`; the fifth ends the step. */
  passStepByCode: stepProcedure.input(codeInput).mutation(({ ctx, input }) => passSecondStep(ctx, codeFactor(ctx, input.code))),

  /** Signs in and uses up the code. Refusal `wrong_code`; the fifth ends the step. */
  passStepByRecoveryCode: stepProcedure
    .input(codeInput)
    .mutation(async ({ ctx, input }) =>
      passSecondStep(ctx, recoveryCodeFactor(ctx, input.code, actorOfCaller(await callerOf(ctx)))),
    ),

  /** Starts the slow removal of all factors. Refusals `mail_off`, `recovery_cancelled`. */
  startFactorRecovery: stepProcedure.mutation(({ ctx }) => requestRecovery(ctx)),

  cancelFactorRecoveryFromStep: stepProcedure.mutation(({ ctx }) => cancelRecoveryFromStep(ctx)),

  /** Sets the challenge in a cookie. */
  passkeySignInOptions: passkeyProcedure.mutation(({ ctx }) => passkeySignInOptions(ctx)),

  /** Signs in without a second step. Refusals `passkey_refused`, `email_not_verified`. */
  signInWithPasskey: passkeyProcedure.input(assertionInput).mutation(({ ctx, input }) => signInWithPasskey(ctx, input.response)),
}
