import type { Db } from '@duo/db/index.ts'
import type { ReplyStreams } from '@duo/features/chat/server/generation/reply-run.ts'
import { accountHooks } from '@duo/features/server'
import { createLog } from '@duo/platform/server/log.ts'
import { unlimitedBudget } from '@duo/platform/server/model.ts'
import { createPasswords } from '@duo/platform/server/security/passwords.ts'
import type { RequestContext } from '@duo/platform/server/trpc.ts'
import { testSecret } from '@duo/platform/testing/test-keys.ts'
import { sql } from 'kysely'

/** Fast; passwords.test.ts covers the real cost. */
export const cheapPasswords = createPasswords({ threads: 2, cost: { N: 1024, r: 8, p: 1 }, coveringTime: 20 })

/** Writes nothing: streaming is tested with a whole app (apps/server/testing/test-app.ts). */
const noReplyStreams: ReplyStreams = {
  processId: '00000000-0000-0000-0000-000000000000',
  open: () => ({
    append: () => {},
    text: () => '',
    restart: () => {},
    signal: new AbortController().signal,
    finish: async () => {},
    release: async () => {},
  }),
  isActiveFor: () => false,
  subscribe: async function* () {},
}

export function testContext(db: Db, overrides: Partial<RequestContext> = {}): RequestContext {
  return {
    db,
    log: createLog({ level: 'silent', readable: false }),
    rateLimit: async () => null,
    publicUrl: 'http://localhost:3000',
    secret: testSecret,
    sendsMail: true,
    waitlistMails: { reminders: false, places: false },
    followUpForm: false,
    passwords: cheapPasswords,
    accountHooks,
    providers: [],
    confirmsEmail: true,
    replyStreams: noReplyStreams,
    replyRenderer: { render: async () => null },
    models: [],
    embeddings: null,
    budget: unlimitedBudget,
    visitorBudget: unlimitedBudget,
    studio: { access: 'on', maxBytes: null },
    locale: 'en',
    method: 'POST',
    clientAddress: '203.0.113.7',
    acceptLanguage: '',
    credentials: {},
    isBrowser: true,
    respondWith: () => {},
    userAgent: 'test agent',
    requestId: 'request',
    idempotencyKey: null,
    viewer: async () => null,
    apiKey: null,
    ...overrides,
  }
}

/** Opens all connections of the pool, so that later calls are truly concurrent. */
export const connectAll = (db: Db) => Promise.all(Array.from({ length: 20 }, () => sql`select pg_sleep(0.1)`.execute(db)))
