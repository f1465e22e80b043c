import { limitedBy, procedure, signedIn, signedInToEnrol } from '@duo/platform/server/trpc.ts'
import { accountLimit, linkInput, tokenLimit } from '../../schema.ts'
import {
  addPasskeyInput,
  codeInput,
  confirmCodesLimit,
  passwordInput,
  removePasskeyInput,
  renamePasskeyInput,
} from '../../second-factor-schema.ts'
import * as recovery from '../factor-recovery/factor-recovery.ts'
import * as codes from '../one-time-codes/one-time-codes.ts'
import { newRecoveryCodes } from '../one-time-codes/recovery-codes.ts'
import * as passkeys from '../passkeys/passkeys.ts'

const userProcedure = signedIn.use(limitedBy(accountLimit))
const enrolProcedure = signedInToEnrol.use(limitedBy(accountLimit))

/** Second factors of the signed-in account; passing the second step is in step-router.ts. */
export const factorProcedures = {
  /** Refusals `wrong_password`, `sign_in_again`; 401; 409 at the maximum of passkeys; 429. */
  passkeyOptions: enrolProcedure.input(passwordInput).mutation(({ ctx, input }) => passkeys.passkeyOptions(ctx, input.password)),

  /** Refusal `refused`; 400 `fields.name`; 401. */
  addPasskey: enrolProcedure.input(addPasskeyInput).mutation(({ ctx, input }) => passkeys.addPasskey(ctx, input)),

  renamePasskey: userProcedure.input(renamePasskeyInput).mutation(({ ctx, input }) => passkeys.renamePasskey(ctx, input)),

  /** Refusals `wrong_password`, `sign_in_again`, `last_factor`; 401; 404; 429. */
  removePasskey: userProcedure.input(removePasskeyInput).mutation(({ ctx, input }) => passkeys.removePasskey(ctx, input)),

  /** Creates a secret that its first code activates. Refusals `wrong_password`, `sign_in_again`; 401; 429. */
  startCodes: enrolProcedure.input(passwordInput).mutation(({ ctx, input }) => codes.startCodes(ctx, input.password)),

  /** Activates the secret. Refusals `wrong_code`, and `setup_over` when it has expired; 401; 429. */
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
}
