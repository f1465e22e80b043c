import { type Db, inTransaction } from '@duo/db/index.ts'
import type { ApiKey, AppContext } from '@duo/platform/server/trpc.ts'
import { AppError } from '@duo/platform/shared/errors.ts'
import type { Scope } from '@duo/platform/shared/scopes.ts'
import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import { maxApiKeys } from '../../api-key-rules.ts'
import type { ApiKeyEntry, CreateApiKeyAnswer, createApiKeyInput } from '../../api-key-schema.ts'
import type { ReauthenticationError } from '../../schema.ts'
import { recordEvent } from '../events/account-events.ts'
import { enqueueAccountMail } from '../mail/account-mail-job.ts'
import { type AccountContext, actorOfContext, lockOwner, recordUserEvent, requireReauthentication } from '../reauthentication.ts'
import type { Owner } from '../second-factor/account-factors.ts'
import { hashKeyNetwork, recordNewNetwork } from './api-key-networks.ts'
import * as queries from './api-key-queries.ts'
import { hashApiKey, isWellFormed, newApiKeyToken } from './api-key-token.ts'

const hintLength = 4

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

export async function listApiKeys({ db, user }: Pick<AccountContext, 'db' | 'user'>): Promise<{ keys: ApiKeyEntry[] }> {
  return { keys: (await queries.listApiKeys(db, user.id)).map(toEntry) }
}

export async function createApiKey(
  context: AccountContext,
  { name, scopes, days, password }: z.infer<typeof createApiKeyInput>,
): Promise<CreateApiKeyAnswer | ReauthenticationError> {
  const refusal = await requireReauthentication(context, password)
  if (refusal) return refusal
  return inTransaction(context.db, async (tx) => {
    // the lock also makes concurrent calls count one after the other
    const owner = await lockOwner(tx, context.user)
    if ((await queries.countActiveApiKeys(tx, owner.id)) >= maxApiKeys) return { error: 'too_many' }
    const token = newApiKeyToken()
    const secret = { hash: hashApiKey(token), hint: token.slice(-hintLength) }
    const key = await queries.insertApiKey(tx, { id: uuid(), userId: owner.id, name, scopes, days, ...secret })
    const networkHash = hashKeyNetwork(context, context.clientAddress)
    await queries.insertKeyNetwork(tx, { keyId: key.id, networkHash, isMailed: false })
    await mailCreation(tx, context, owner, secret.hint)
    return { error: null, token, key: toEntry(key) }
  })
}

async function mailCreation(tx: Db, context: AccountContext, { id: userId, email, language }: Owner, keyHint: string) {
  const event = { kind: 'api_key_created', actor: actorOfContext(context), keyHint } as const
  const eventId = await recordEvent(tx, context, { userId }, event)
  await enqueueAccountMail(tx, { kind: 'api_key', email, language, userId, eventId })
}

export function revokeApiKey(context: AccountContext, id: string): Promise<{ error: null }> {
  return inTransaction(context.db, async (tx) => {
    if (!(await queries.deleteApiKey(tx, { userId: context.user.id, id }))) throw new AppError('not_found')
    await recordUserEvent(tx, context, 'api_key_revoked')
    return { error: null }
  })
}

function toEntry(row: Awaited<ReturnType<typeof queries.listApiKeys>>[number]): ApiKeyEntry {
  const { id, name, scopes, hint, created_at, expires_at, last_used_at } = row
  return {
    id,
    name,
    scopes: scopes as Scope[],
    hint,
    createdAt: created_at.toISOString(),
    expiresAt: expires_at.toISOString(),
    lastUsedAt: last_used_at?.toISOString() ?? null,
  }
}
