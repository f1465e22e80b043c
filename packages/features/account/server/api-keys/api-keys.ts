import { type Db, inTransaction } from '@duo/db/index.ts'
import { AppError } from '@duo/platform/shared/errors.ts'
import type { Scope } from '@duo/platform/shared/scopes.ts'
import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import { hashKeyNetwork } from '#auth/server/api-keys/api-key-networks.ts'
import { insertKeyNetwork } from '#auth/server/api-keys/api-key-queries.ts'
import { hashApiKey, newApiKeyToken } from '#auth/server/api-keys/api-key-token.ts'
import { recordEvent } from '#auth/server/events/account-events.ts'
import { enqueueAccountMail } from '#auth/server/mail/account-mail-job.ts'
import { type AccountContext, actorOfContext, lockOwner, recordUserEvent } from '#auth/server/sessions/account-context.ts'
import type { Owner } from '#auth/server/users/user-queries.ts'
import type { ReauthenticationError } from '#second-factor/schema.ts'
import { requireReauthentication } from '#second-factor/server/fresh-factor/reauthentication.ts'
import { maxApiKeys } from '../../api-key-rules.ts'
import type { ApiKeyEntry, CreateApiKeyResult, createApiKeyInput } from '../../api-key-schema.ts'
import * as queries from './api-key-list-queries.ts'

const hintLength = 4

export async function listApiKeys({ db, user }: Pick<AccountContext, 'db' | 'user'>): Promise<{ keys: ApiKeyEntry[] }> {
  return { keys: (await queries.listApiKeys(db, user.id)).map(toEntry) }
}

export async function createApiKey(
  context: AccountContext,
  { name, scopes, days, password }: z.infer<typeof createApiKeyInput>,
): Promise<CreateApiKeyResult | ReauthenticationError> {
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
    await insertKeyNetwork(tx, { keyId: key.id, networkHash, isMailed: false })
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
