import { randomUUID } from 'node:crypto'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Writable } from 'node:stream'
import { type TestDatabase, testDatabase } from '@duo/db/testing.ts'
import { configuredProviders } from '@duo/features/auth/server/better-auth/providers.ts'
import { openBudgets } from '@duo/features/chat/server/budget/budget.ts'
import { createReplyRenderer } from '@duo/features/chat/server/markdown/reply-renderer.ts'
import { createReplyStreams } from '@duo/features/chat/server/streaming/reply-streams.ts'
import { accountHooks, embeddingJobs, mailJobs, otherJobs } from '@duo/features/server'
import { startWorker } from '@duo/platform/server/jobs/worker.ts'
import { createMailer, type Mail, type Mailer } from '@duo/platform/server/mail/mail.ts'
import { storeNoteKeys } from '@duo/platform/server/provenance/note-key-store.ts'
import type { Keys } from '@duo/platform/server/security/keys.ts'
import { createRateLimit } from '@duo/platform/server/security/rate-limit.ts'
import type { AppContext } from '@duo/platform/server/trpc.ts'
import { testSecret } from '@duo/platform/testing/test-keys.ts'
import pino from 'pino'
import type { WebAssets } from '../assets/web-assets.ts'
import { readEnv } from '../config/env.ts'
import { budgetLimits, embeddings, models, providerKeys, studio, waitlistMails } from '../config/features.ts'
import { createApp } from '../http/app.ts'
import { createLoadShedder } from '../load-shedding/load-shedding.ts'
import { cheapPasswords } from './test-context.ts'

interface PageState {
  /** Whether pages contain their viewer. */
  showsViewer: boolean
}

/**
 * Renders pages without a build. Like real ones, they have a script, and no two renderings are equal. `/found` shows a search or
 * its error. `/pricing` does not depend on the query, but every page contains it.
 */
const plainWeb = (state: PageState): WebAssets => ({
  assets: (_req, _res, next) => next(),
  load: async () => ({
    module: {
      render: async ({ api, locale, nonce, request, onError, onRoute, postedJoin }) => {
        const { pathname, search } = new URL(request.url)
        onRoute({ id: pathname, dependsOnQuery: !pathname.endsWith('/pricing') })
        if (pathname === '/broken') throw new Error('secret internals')
        if (pathname === '/found') await (await api()).blog.articles.query({ language: locale, search: 'trust' }).catch(onError)
        const session = state.showsViewer ? await (await api()).auth.session.query() : null
        const data = JSON.stringify([randomUUID(), search, session?.user ?? null, postedJoin?.answer])
        return { status: 200, location: null, html: `<p>${locale}</p><script nonce="${nonce}">${data}</script>` }
      },
      pageFiles: () => ({}),
    },
    manifests: { app: { routes: {} }, document: { routes: {} } },
  }),
  link: '',
  cachesPages: true,
  close: async () => {},
})

type Shedding = NonNullable<Parameters<typeof createLoadShedder>[1]>

/**
 * Starts the real app on a free port with a database of its own or a shared one, and captures its log. After `mails` was called
 * it also captures mails.
 */
export async function testApp(
  settings: Record<string, string> = {},
  shared?: TestDatabase,
  limits?: Shedding['limits'],
  keys: Keys = testSecret,
) {
  const env = readEnv({ NODE_ENV: 'test', ...settings })
  const database = shared ?? (await testDatabase())
  const { db, pool } = database
  const lines: string[] = []
  const log = pino(
    { level: 'debug' },
    new Writable({ write: (chunk: unknown, _encoding, done) => done(void lines.push(String(chunk))) }),
  )
  const state = { closing: false, edition: '1', showsViewer: true }
  const app = Promise.withResolvers<RequestListener>()
  const server = createServer(async (req, res) => void (await app.promise)(req, res)).listen(0, '127.0.0.1')
  await new Promise((done) => server.once('listening', done))
  const replyStreams = await createReplyStreams({ db, pool, log })
  const replyRenderer = createReplyRenderer()
  const budgets = await openBudgets({ db, log, limits: budgetLimits(env) })
  await storeNoteKeys(db, keys)
  const url = `http://localhost:${(server.address() as AddressInfo).port}`
  const appContext: AppContext = {
    db,
    log,
    rateLimit: createRateLimit(pool),
    publicUrl: env.PUBLIC_URL ?? url,
    secret: keys,
    sendsMail: true,
    waitlistMails: waitlistMails(env),
    followUpForm: env.FOLLOWUP_FORM_URL !== undefined,
    passwords: cheapPasswords,
    accountHooks,
    providers: configuredProviders(providerKeys(env)),
    confirmsEmail: env.CONFIRM_EMAIL === 'on',
    replyStreams,
    replyRenderer,
    models: models(env),
    embeddings: embeddings(env),
    budget: budgets.all,
    visitorBudget: budgets.visitors,
    studio: studio(env),
  }
  const shedder = createLoadShedder(log, limits && { limits })
  app.resolve(
    createApp({
      env,
      appContext,
      web: plainWeb(state),
      contentVersion: { current: () => state.edition, read: async () => state.edition },
      shedder,
      telemetry: { requests: [], endpoint: undefined },
      isClosing: () => state.closing,
      isDatabaseFull: () => false,
    }),
  )
  const worker = { stop: async () => {} }
  const startMails = async (mailer: Mailer) => {
    const jobs = [...mailJobs, ...otherJobs, ...embeddingJobs]
    const started = await startWorker({ database, jobs, log, dependencies: { ...appContext, mailer, followUpForm: null } })
    worker.stop = async () => {
      await started.stop()
      mailer.close()
    }
  }
  return {
    db,
    pool,
    database,
    url,
    appContext,
    state,
    shedder,
    logged: () => lines.join(''),
    /** Starts the mail worker. `next` waits for a mail to an address. */
    mails: async () => {
      const inbox = testInbox()
      await startMails(inbox.mailer)
      return inbox
    },
    /** Starts the mail worker with a real mail server. */
    mailsTo: (smtpUrl: string) => startMails(createMailer({ smtpUrl, from: 'Duo <hello@duo.example>' })),
    close: async () => {
      shedder.stop()
      await worker.stop()
      const closed = new Promise((done) => server.close(done))
      await replyStreams.close()
      await replyRenderer.close()
      await budgets.close()
      await closed
      if (!shared) await database.close()
    },
  }
}

// `refuse` makes it fail like an unreachable mail server
function testInbox() {
  const arrived: Mail[] = []
  const waiting = new Set<() => void>()
  const inbox = {
    refuse: false,
    arrived,
    mailer: {
      send: async (mail: Mail) => {
        if (inbox.refuse) throw Object.assign(new Error('SMTP connection refused'), { code: 'ECONNREFUSED' })
        arrived.push(mail)
        for (const look of waiting) look()
      },
      close: () => {},
    },
    /** Resolves to the oldest mail to an address that was not taken yet. */
    next: (to: string) =>
      new Promise<Mail>((found) => {
        const look = () => {
          const index = arrived.findIndex((mail) => mail.to === to)
          if (index === -1) return
          waiting.delete(look)
          found(arrived.splice(index, 1)[0] as Mail)
        }
        waiting.add(look)
        look()
      }),
  }
  return inbox
}
