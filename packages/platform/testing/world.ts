import type { Db } from '@duo/db/index.ts'
import { sql } from 'kysely'
import { createLog } from '../server/log.ts'
import { type ReplyStreams, unlimitedBudget } from '../server/reply-streams.ts'
import { createKeys, type Keys } from '../server/security/keys.ts'
import { createPasswords } from '../server/security/passwords.ts'
import type { RequestContext } from '../server/trpc.ts'

/** Keys from one secret, as a server on a new database has them, but for the data key. */
export const keysFrom = (secret: string): Keys => createKeys({ secret, dataKey: Buffer.from(secret) })

/** What a test's own server has as SECRET. */
export const testSecretText = 'a secret that only tests know, 32+'
export const testSecret = keysFrom(testSecretText)

/** Hashes that cost nothing: what they cost is the business of passwords.test.ts. */
export const cheapPasswords = createPasswords({ threads: 2, cost: { N: 1024, r: 8, p: 1 }, coveringTime: 20 })

/** Where nothing is written: what writes is tested in a whole app (apps/server/testing/test-app.ts). */
const emptyDesk: ReplyStreams = {
  processId: '00000000-0000-0000-0000-000000000000',
  start: () => {},
  isActiveFor: () => false,
  subscribe: async function* () {},
}

/** The context of a call on a test's own database: nothing is limited, mails are enqueued, nothing is logged. */
export function testContext(db: Db, overrides: Partial<RequestContext> = {}): RequestContext {
  return {
    db,
    log: createLog({ level: 'silent', readable: false }),
    rateLimit: async () => null,
    publicUrl: 'http://localhost:3000',
    secret: testSecret,
    sendsMail: true,
    followUpForm: false,
    passwords: cheapPasswords,
    providers: [],
    confirmsEmail: true,
    replyStreams: emptyDesk,
    models: [],
    embeddings: null,
    budget: unlimitedBudget,
    locale: 'en',
    clientAddress: '203.0.113.7',
    userAgent: 'test agent',
    requestId: 'request',
    idempotencyKey: null,
    viewer: async () => null,
    ...overrides,
  }
}

/** Opens every connection of the pool, so that what follows really happens at once instead of after the first has connected. */
export const connectAll = (db: Db) => Promise.all(Array.from({ length: 20 }, () => sql`select pg_sleep(0.1)`.execute(db)))
