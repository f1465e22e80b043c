import { inTransaction } from '@duo/db/index.ts'
import { wideNetworkOf } from '@duo/platform/server/security/client-address.ts'
import { keyedHash } from '@duo/platform/server/security/keyed-hash.ts'
import type { AppContext } from '@duo/platform/server/trpc.ts'
import { type Actor, recordEvent } from '../events/account-events.ts'
import { enqueueAccountMail } from '../mail/account-mail-job.ts'
import { lockUser } from '../users/user-queries.ts'
import * as queries from './api-key-queries.ts'

/** Mails about new networks, per account and day. */
export const maxNetworkMailsPerDay = 3

export const hashKeyNetwork = ({ secret }: Pick<AppContext, 'secret'>, clientAddress: string) =>
  keyedHash(secret, 'api key network', wideNetworkOf(clientAddress))

interface KeyUse {
  keyId: string
  userId: string
  hint: string
  networkHash: string
}

/** Records the first use of a key from a network, up to a limit per key, and mails the owner, at most a few times a day. */
export async function recordNewNetwork(
  { db, secret }: Pick<AppContext, 'db' | 'secret'>,
  { keyId, userId, hint, networkHash }: KeyUse,
  actor: Actor,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    // the lock makes both limits exact
    const user = await lockUser(tx, userId)
    const knownCount = await queries.countKeyNetworks(tx, keyId)
    if (!user || knownCount >= queries.maxKeyNetworks) return
    // keys from before networks were recorded have none: their first one is no news
    const isNews = knownCount > 0
    const isMailed = isNews && (await queries.countNetworkMails(tx, userId)) < maxNetworkMailsPerDay
    if (!(await queries.insertKeyNetwork(tx, { keyId, networkHash, isMailed })) || !isNews) return
    const eventId = await recordEvent(tx, { secret }, { userId }, { kind: 'api_key_new_network', actor, keyHint: hint })
    if (!isMailed) return
    await enqueueAccountMail(tx, { kind: 'api_key', email: user.email, language: user.language, userId, eventId })
  })
}
