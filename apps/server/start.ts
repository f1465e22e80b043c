import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
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
import { type Env, unusable } from './env.ts'
import { models, providerKeys, sendsMail } from './features.ts'
import { root } from './paths.ts'
import { ownSecret } from './secret.ts'
import { startUpkeep } from './upkeep.ts'
import { builtWeb, developmentWeb } from './web.ts'
import { startJobs } from './worker.ts'

/** Longest time a closing server waits for requests that are under way, ms. */
const drainTime = 10_000

/**
 * How long a connection is kept for the next request, ms. Longer than the proxies in front usually keep theirs (60 s: nginx, Amazon's load
 * balancer), which would send a request into one that is being closed and answer 502; and people think longer than Node's own 5 s
 * between two questions.
 */
const keepAliveTimeout = 75_000

/**
 * Starts everything; resolves once pages are served. `close` finishes what is under way and leaves nothing behind, and so does a
 * start that fails half-way. `onHopeless` is told when the server cannot go on.
 */
export async function start(env: Env, onHopeless: (reason: string) => void) {
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
    const database = await prepareDatabase(env, dataDir, log, onHopeless)
    started.push(database.close)
    const passwords = createPasswords()
    started.push(passwords.close)
    const server = createServer({ keepAliveTimeout })
    const web = env.NODE_ENV === 'development' ? await developmentWeb(server, dataDir) : await builtWeb()
    started.push(web.close)
    const app = Promise.withResolvers<Express>()
    server.on('request', async (req, res) => (await app.promise)(req, res))
    const url = await listen(server, env)
    const running = [() => drain(server)]
    started.push(() => endTogether(running))
    const { requests, background } = database
    const desk = await openDesk({ db: requests.db, pool: requests.pool, log })
    // beside the draining: who follows a reply that is interrupted is told so
    running.push(desk.close)
    // after the port, so that a start that cannot listen changes nothing
    await bringArticles(background.db, log)
    await bringAgents(background.db, log)
    const world: World = {
      db: requests.db,
      lookups: requests.lookups,
      log,
      rateLimit: createRateLimit(requests.pool),
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
    const backgroundWorld: World = { ...world, db: background.db, lookups: background.lookups }
    running.push((await startJobs({ env, pool: background.pool, world: backgroundWorld })).stop)
    running.push(startUpkeep(backgroundWorld).stop)
    const { edition, stop } = await watchEdition(requests.db, log)
    running.push(stop)
    app.resolve(createApp({ env, world, web, edition, isClosing: () => closing }))
    return { url, dataDir, close }
  } catch (error) {
    await close().catch((err) => log.error({ err }, 'what had been started did not end in peace'))
    throw error
  }
}

async function listen(server: Server, { HOST, PORT }: Env): Promise<string> {
  await new Promise<void>((done, fail) => {
    server.once('error', (error: NodeJS.ErrnoException) => fail(whyNot(error, PORT)))
    server.listen(PORT, HOST, done)
  })
  const { port } = server.address() as AddressInfo
  return `http://localhost:${port}`
}

/** A failure to listen, as the setting that is to blame. */
function whyNot(error: NodeJS.ErrnoException, port: number): Error {
  if (error.code === 'EADDRINUSE')
    return new Error(`PORT ${port} is taken by another program, choose another, for example PORT=${port + 1}`)
  if (error.code === 'EACCES')
    return new Error(`PORT ${port} needs rights that this user lacks, choose one above 1023, for example PORT=3000`)
  return unusable('HOST', `is no address of this machine (${error.code})`)
}

/** Stops listening and waits for open requests; those that outlast `drainTime` are cut. */
async function drain(server: Server): Promise<void> {
  const impatient = setTimeout(() => server.closeAllConnections(), drainTime)
  // a connection that was busy at the start is kept open by its client once its answer is out
  const sweep = setInterval(() => server.closeIdleConnections(), 50)
  await new Promise((done) => server.close(done))
  clearInterval(sweep)
  clearTimeout(impatient)
}
