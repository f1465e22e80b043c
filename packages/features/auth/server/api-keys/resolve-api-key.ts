import type { ApiKey, AppContext } from '@duo/platform/server/trpc.ts'
import { hashKeyNetwork, recordNewNetwork } from './api-key-networks.ts'
import * as queries from './api-key-queries.ts'
import { hashApiKey, isWellFormed } from './api-key-token.ts'

interface KeyClient {
  clientAddress: string
  userAgent: string
}

/** Loads the key with one query, so that a revoked one is refused at once. The first use from a network is mailed. */
export async function resolveApiKey(
  context: Pick<AppContext, 'db' | 'secret'>,
  token: string,
  client: KeyClient,
): Promise<ApiKey | null> {
  const networkHash = hashKeyNetwork(context, client.clientAddress)
  const found = isWellFormed(token) ? await queries.findApiKey(context.db, hashApiKey(token), networkHash) : undefined
  if (!found) return null
  const { keyId: id, hint, scopes, needsTouch, isNewNetwork, ...user } = found
  if (needsTouch) await queries.touchApiKey(context.db, id)
  if (isNewNetwork) await recordNewNetwork(context, { keyId: id, userId: user.id, hint, networkHash }, client)
  return { id, scopes, user }
}
