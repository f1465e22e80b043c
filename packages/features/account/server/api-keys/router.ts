import { limitedBy, signedIn } from '@duo/platform/server/trpc.ts'
import { accountLimit } from '#auth/schema.ts'
import { createApiKeyInput, revokeApiKeyInput } from '../../api-key-schema.ts'
import * as keys from './api-keys.ts'

const userProcedure = signedIn.use(limitedBy(accountLimit))

/** API keys of the signed-in account. Like every procedure without `keys` in its meta, these reject API keys. */
export const apiKeyProcedures = {
  apiKeys: userProcedure.query(({ ctx }) => keys.listApiKeys(ctx)),

  /** Refusals `wrong_password`, `sign_in_again`, `too_many`; 400 with the fields; 401; 429. */
  createApiKey: userProcedure.input(createApiKeyInput).mutation(({ ctx, input }) => keys.createApiKey(ctx, input)),

  /** 401; 404 when it is revoked already or another user's. */
  revokeApiKey: userProcedure.input(revokeApiKeyInput).mutation(({ ctx, input }) => keys.revokeApiKey(ctx, input.id)),
}
