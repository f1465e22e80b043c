import type { RequestListener } from 'node:http'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { configuredProviders } from '@duo/features/auth/server/better-auth/providers.ts'
import { openBudgets } from '@duo/features/chat/server/budget/budget.ts'
import { createReplyRenderer } from '@duo/features/chat/server/markdown/reply-renderer.ts'
import { createReplyStreams } from '@duo/features/chat/server/streaming/reply-streams.ts'
import { accountHooks } from '@duo/features/server'
import { createLog, type Logger } from '@duo/platform/server/log.ts'
import { storeNoteKeys } from '@duo/platform/server/provenance/note-key-store.ts'
import { openKeys } from '@duo/platform/server/security/data-key.ts'
import { createPasswords } from '@duo/platform/server/security/passwords.ts'
import { createRateLimit } from '@duo/platform/server/security/rate-limit.ts'
import type { AppContext } from '@duo/platform/server/trpc.ts'
import { productionAssets, type WebAssets } from '../assets/web-assets.ts'
import type { Env } from '../config/env.ts'
import { budgetLimits, embeddings, models, providerKeys, sendsMail, studio, waitlistMails } from '../config/features.ts'
import { root } from '../config/paths.ts'
import { ownSecret } from '../config/secret.ts'
import { watchContentVersion } from '../content/content-version.ts'
import { seedAgentsAtStart, seedArticlesAtStart } from '../content/seeds.ts'
import { createApp } from '../http/app.ts'
import { createPort, listen } from '../http/port/port.ts'
import { createHttpDrain } from '../load-shedding/http-drain.ts'
import { createLoadShedder } from '../load-shedding/load-shedding.ts'
import { duringStep } from '../startup/during-step.mjs'
import { openTelemetry } from '../telemetry/telemetry.ts'
import { prepareDatabase } from './database.ts'
import { startMaintenance } from './maintenance.ts'
import { closeAll, closeInOrder, closeWithin } from './shutdown.ts'
import { startJobs } from './worker.ts'

const requestLimit = 6_000
const workLimit = 6_500
const stepLimit = 1_000

const idleGrace = 1_000

/** What survives a code replacement in development: port, Vite and embedded Postgres. */
export interface Host {
  web: WebAssets
  url: string
  embeddedUrl: string | undefined
  drain: () => Promise<void>
}

/**
 * Resolves when pages are served; a failed start cleans up. `close` reports not ready, serves for `DRAIN_SECONDS`, drains, stops all
 * and rejects with the names of the steps that hung. With a `host`, the app neither listens nor starts a database.
 */
export async function start(env: Env, onHopeless: (reason: string) => void, host?: Host) {
  const log = createLog({ level: env.LOG_LEVEL })
  const dataDir = resolve(root, env.DATA_DIR)
  const started: (() => Promise<unknown>)[] = []
  let closing = false
  let drain = async () => {}
  const close = async () => {
    closing = true
    await drain()
    await closeInOrder(started.splice(0).reverse())
  }
  try {
    const secret = env.SECRET ?? ownSecret(dataDir)
    const telemetry = await openTelemetry(env, log)
    started.push(telemetry.close)
    const { onQuery, observer } = telemetry
    const database = await prepareDatabase({ env, dataDir, log, onHopeless, embeddedUrl: host?.embeddedUrl, onQuery })
    started.push(database.close)
    const keys = await openKeys(database.background.db, { secret, previous: env.SECRET_PREVIOUS })
    await storeNoteKeys(database.background.db, keys)
    const budgets = await openBudgets({ db: database.background.db, log, limits: budgetLimits(env) })
    started.push(budgets.close)
    const passwords = createPasswords()
    started.push(closeWithin(stepLimit, 'password hashing', passwords.close))
    const { web, url, server, begin, finish, serve } = host ? useHost(host) : await listenInProduction(env, started, log)
    const running: (() => Promise<unknown>)[] = [finish]
    started.push(() => closeAll(running))
    const stopWithin = (name: string, stop: () => Promise<unknown>) => running.push(closeWithin(workLimit, name, stop))
    const { requests, background, disk } = database
    const replyStreams = await createReplyStreams({ db: requests.db, pool: database.listens, log })
    stopWithin('reply streams', replyStreams.close)
    const replyRenderer = createReplyRenderer()
    started.push(closeWithin(stepLimit, 'the reply renderer', replyRenderer.close))
    // after listening, so that a start that fails to listen changes nothing
    await duringStep('reading the articles', () => seedArticlesAtStart(background.db, log))
    await duringStep('reading the agents', () => seedAgentsAtStart(background.db, log))
    const appContext: AppContext = {
      db: requests.db,
      log,
      rateLimit: createRateLimit(requests.pool),
      publicUrl: env.PUBLIC_URL ?? url,
      secret: keys,
      sendsMail: sendsMail(env),
      waitlistMails: waitlistMails(env),
      followUpForm: env.FOLLOWUP_FORM_URL !== undefined,
      passwords,
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
      observer,
    }
    const backgroundContext: AppContext = { ...appContext, db: background.db }
    const worker = startJobs({ env, database: database.address, appContext: backgroundContext })
    stopWithin('the job worker', (await duringStep('starting the job worker', () => worker)).stop)
    stopWithin('maintenance', startMaintenance(backgroundContext).stop)
    const { contentVersion, stop } = await watchContentVersion(requests.db, log)
    stopWithin('the content version poll', stop)
    const shedder = createLoadShedder(log, { bind: telemetry.bind })
    if (server) shedder.watch(server)
    running.push(async () => shedder.stop())
    await telemetry.watch({ db: requests.db, pools: database.pools, shedder, disk })
    const state = { isClosing: () => closing, isDatabaseFull: disk.isDatabaseFull }
    const app = createApp({ env, appContext, web, contentVersion, shedder, telemetry, ...state })
    serve(app)
    drain = async () => {
      begin()
      await sleep(env.DRAIN_SECONDS * 1_000)
    }
    return { app, url, dataDir, close }
  } catch (error) {
    await close().catch((err: unknown) => log.error({ err }, 'failed to close after a failed start'))
    throw error
  }
}

const useHost = (host: Host) => ({ ...host, server: null, begin: () => {}, finish: host.drain, serve: () => {} })

async function listenInProduction(env: Env, started: (() => Promise<unknown>)[], log: Logger) {
  const server = createPort()
  const web = await productionAssets()
  started.push(closeWithin(stepLimit, 'the web build', web.close))
  const app = Promise.withResolvers<RequestListener>()
  const options = { idleGrace, limit: requestLimit, log }
  const { begin, finish } = createHttpDrain(server, async (req, res) => (await app.promise)(req, res), options)
  const url = await listen(server, env)
  return { web, url, server, begin, finish, serve: app.resolve }
}
