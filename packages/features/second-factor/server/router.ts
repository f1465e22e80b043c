import { limitedBy, procedure, router, signedIn, signedInToEnrol } from '@duo/platform/server/trpc.ts'
import { accountLimit, linkInput, tokenLimit } from '../../auth/schema.ts'
import {
  addPasskeyInput,
  codeInput,
  confirmCodesLimit,
  passFactorInput,
  passwordInput,
  removePasskeyInput,
  renamePasskeyInput,
} from '../schema.ts'
import * as factor from './factor-checks/pass-factor.ts'
import * as recovery from './factor-recovery/factor-recovery.ts'
import * as codes from './one-time-codes/one-time-codes.ts'
import * as passkeys from './passkeys/passkeys.ts'
import { newRecoveryCodes } from './recovery-codes/recovery-codes.ts'
import { stepProcedures } from './second-step/step-router.ts'

const userProcedure = signedIn.use(limitedBy(accountLimit))
const enrolProcedure = signedInToEnrol.use(limitedBy(accountLimit))

/** Second factors of the signed-in account; passing the second step is in step-router.ts. */
export const secondFactorRouter = router({
  ...stepProcedures,

  /** The ways to pass a factor again after `fresh_factor_needed`; none without a second factor. 401; 429. */
  factorOptions: userProcedure.mutation(({ ctx }) => factor.factorOptions(ctx)),

  /** Passes a factor in this session, so that the refused call can be repeated. Refusal `refused` for a wrong code or passkey; 401; 429. */
  passFactor: userProcedure.input(passFactorInput).mutation(({ ctx, input }) => factor.passFactor(ctx, input)),

  /** Refusals `wrong_password`, `sign_in_again`; 401; 409 at the maximum of passkeys; 429. */
  passkeyOptions: enrolProcedure.input(passwordInput).mutation(({ ctx, input }) => passkeys.passkeyOptions(ctx, input.password)),

  /** Refusal `refused`; 400 `fields.name`; 401. */
  addPasskey: enrolProcedure.input(addPasskeyInput).mutation(({ ctx, input }) => passkeys.addPasskey(ctx, input)),

  renamePasskey: userProcedure.input(renamePasskeyInput).mutation(({ ctx, input }) => passkeys.renamePasskey(ctx, input)),

  /** Refusals `wrong_password`, `sign_in_again`, `last_factor`; 401; 404; 429. */
  removePasskey: userProcedure.input(removePasskeyInput).mutation(({ ctx, input }) => passkeys.removePasskey(ctx, input)),

  /** Creates a secret that its first code activates. Refusals `wrong_password`, `sign_in_again`; 401; 429. */
  startCodes: enrolProcedure.input(passwordInput).mutation(({ ctx, input }) => codes.startCodes(ctx, input.password)),

  /** Activates the secret. Refusals `wrong_code`, `setup_over` when it has expired, `already_on` when it is in use; 401; 429. */
  confirmCodes: enrolProcedure
    .use(limitedBy(confirmCodesLimit))
    .input(codeInput)
    .mutation(({ ctx, input }) => codes.confirmCodes(ctx, input.code)),

  /** Refusals `wrong_password`, `sign_in_again`, `last_factor`; 401; 404; 429. */
  removeCodes: userProcedure.input(passwordInput).mutation(({ ctx, input }) => codes.removeCodes(ctx, input.password)),

  /** Refusals `wrong_password`, `sign_in_again`; 401; 404 without a second factor; 429. */
  newRecoveryCodes: userProcedure.input(passwordInput).mutation(({ ctx, input }) => newRecoveryCodes(ctx, input.password)),

  cancelFactorRecovery: userProcedure.mutation(({ ctx }) => recovery.cancelFactorRecovery(ctx)),

  /** Takes the token of a recovery mail. Refusal `invalid_link`; 429. */
  cancelFactorRecoveryByLink: procedure
    .use(limitedBy(tokenLimit))
    .input(linkInput)
    .mutation(({ ctx, input }) => recovery.cancelFactorRecoveryByLink(ctx, input.token)),
})
