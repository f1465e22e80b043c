import { resolve } from 'node:path'
import { openDesk, providersOf } from '@duo/features/server'
import { createLog } from '@duo/platform/server/log.ts'
import { createPasswords } from '@duo/platform/server/passwords.ts'
import { createRateLimit } from '@duo/platform/server/rate-limit.ts'
import type { World } from '@duo/platform/server/trpc.ts'
import type { Express } from 'express'
import { bringAgents } from './agents.ts'
import { createApp } from './app.ts'
import { bringArticles } from './articles.ts'
import { endInTurn, endTogether } from './closing.ts'
import { prepareDatabase } from './database.ts'
import { watchEdition } from './edition.ts'
import type { Env } from './env.ts'
import { models, providerKeys, sendsMail } from './features.ts'
import { root } from './paths.ts'
import { createPort, drain, listen } from './port.ts'
import { ownSecret } from './secret.ts'
import { startUpkeep } from './upkeep.ts'
import { builtWeb, type Web } from './web.ts'
import { startJobs } from './worker.ts'

/** What stays when development replaces our code in a process that goes on: the port, Vite and the embedded Postgres. */
export interface Host {
  web: Web
  url: string
  /** Address of the embedded Postgres, where that is the database. */
  embeddedUrl: string | undefined
  /** Resolves once no request is under way. */
  drain: () => Promise<void>
}

/**
 * Starts everything; resolves once pages are served. `close` finishes what is under way and leaves nothing behind, and so does a
 * start that fails half-way. `onHopeless` is told when the server cannot go on. With a `host`, the app
 * neither listens nor starts a database: the host does.
 */
export async function start(env: Env, onHopeless: (reason: string) => void, host?: Host) {
  const log = createLog({ level: env.LOG_LEVEL })
  const dataDir = resolve(root, env.DATA_DIR)
  const started: (() => Promise<unknown>)[] = []
  let closing = false
  const close = async () => {
    closing = true
    await endInTurn(started.splice(0).reverse())
  }
  try {
    const secret = env.SECRET ?? ownSecret(dataDir)
    const database = await prepareDatabase({ env, dataDir, log, onHopeless, embeddedUrl: host?.embeddedUrl })
    started.push(database.close)
    const passwords = createPasswords()
    started.push(passwords.close)
    const { web, url, drain, serve } = host ? { ...host, serve: () => {} } : await listenAsBuilt(env, started)
    const running = [drain]
    started.push(() => endTogether(running))
    const desk = await openDesk({ db: database.db, pool: database.pool, log })
    // beside the draining: who follows a reply that is interrupted is told so
    running.push(desk.close)
    // after the port, so that a start that cannot listen changes nothing
    await bringArticles(database.db, log)
    await bringAgents(database.db, log)
    const world: World = {
      db: database.db,
      lookups: database.lookups,
      log,
      rateLimit: createRateLimit(database.pool),
      publicUrl: env.PUBLIC_URL ?? url,
      secret,
      sendsMail: sendsMail(env),
      followUpForm: env.FOLLOWUP_FORM_URL !== undefined,
      passwords,
      providers: providersOf(providerKeys(env)),
      confirmsEmail: env.CONFIRM_EMAIL === 'on',
      desk,
      models: models(env),
    }
    running.push((await startJobs({ env, pool: database.pool, world })).stop)
    running.push(startUpkeep(world).stop)
    const { edition, stop } = await watchEdition(database.db, log)
    running.push(stop)
    const app = createApp({ env, world, web, edition, isClosing: () => closing })
    serve(app)
    return { app, url, dataDir, close }
  } catch (error) {
    await close().catch((err) => log.error({ err }, 'what had been started did not end in peace'))
    throw error
  }
}

/** The built pages on a port of our own. Requests wait until `serve` gets the app that handles them. */
async function listenAsBuilt(env: Env, started: (() => Promise<unknown>)[]) {
  const server = createPort()
  const web = await builtWeb()
  started.push(web.close)
  const app = Promise.withResolvers<Express>()
  server.on('request', async (req, res) => (await app.promise)(req, res))
  const url = await listen(server, env)
  return { web, url, drain: () => drain(server), serve: app.resolve }
}
