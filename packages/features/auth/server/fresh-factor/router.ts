import { limitedBy, signedIn } from '@duo/platform/server/trpc.ts'
import { accountLimit } from '../../schema.ts'
import { passFactorInput } from '../../second-factor-schema.ts'
import * as factor from './pass-factor.ts'

const userProcedure = signedIn.use(limitedBy(accountLimit))

/** After `fresh_factor_needed`: pass a factor in this session, then repeat the call. */
export const freshFactorProcedures = {
  /** No methods without a second factor. 401; 429. */
  factorOptions: userProcedure.mutation(({ ctx }) => factor.factorOptions(ctx)),

  /** Refusal `refused` for a wrong code or passkey; 401; 429. */
  passFactor: userProcedure.input(passFactorInput).mutation(({ ctx, input }) => factor.passFactor(ctx, input)),
}
