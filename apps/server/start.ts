import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDesk, providersOf } from '@duo/features/server'
import { createLog } from '@duo/platform/server/log.ts'
import { createPasswords } from '@duo/platform/server/passwords.ts'
import { createRateLimit } from '@duo/platform/server/rate-limit.ts'
import type { World } from '@duo/platform/server/trpc.ts'
import type { Express } from 'express'
import { bringAgents } from './agents.ts'
import { createApp } from './app.ts'
import { bringArticles } from './articles.ts'
import { endInTurn, endTogether, endWithin } from './closing.ts'
import { prepareDatabase } from './database.ts'
import { watchEdition } from './edition.ts'
import { type Env, unusable } from './env.ts'
import { models, providerKeys, sendsMail } from './features.ts'
import { createHttpDrain } from './http-drain.ts'
import { createLoadShedder } from './load-shedding.ts'
import { root } from './paths.ts'
import { ownSecret } from './secret.ts'
import { startUpkeep } from './upkeep.ts'
import { builtWeb, developmentWeb } from './web.ts'
import { startJobs } from './worker.ts'

/**
 * Longest times of a stop, ms: requests, replies and jobs that are under way, which end at the same time; how long one of them may hang
 * before it is given up; each step after them. Together they stay below `closingLimit` in serve.ts.
 */
const requestLimit = 6_000
const workLimit = 6_500
const stepLimit = 1_000

/** How long a connection must have been idle before a stopping server closes it, ms: longer than a busy client takes to its next request. */
const idleGrace = 1_000

/**
 * How long a connection is kept for the next request, ms. Longer than the proxies in front usually keep theirs (60 s: nginx, Amazon's load
 * balancer), which would send a request into one that is being closed and answer 502; and people think longer than Node's own 5 s
 * between two questions.
 */
const keepAliveTimeout = 75_000

/**
 * How long a connection may take to its first request, and a request to arrive, ms, and how often that is looked at: what sends nothing, or
 * its body a byte at a time, is closed after 65 s at the latest. 64 kB, the largest body, take that long at 9 kbit/s.
 */
const receiveTimeouts = { headersTimeout: 60_000, requestTimeout: 60_000, connectionsCheckingInterval: 5_000 }

/**
 * Starts everything; resolves once pages are served. `close` says that it is not ready, serves on for `DRAIN_SECONDS`, then finishes what
 * is under way and leaves nothing behind; so does a start that fails half-way. It rejects with the names of the steps that hung. `onHopeless` is told when the server cannot go on.
 */
export async function start(env: Env, onHopeless: (reason: string) => void) {
  const log = createLog({ level: env.LOG_LEVEL })
  const dataDir = resolve(root, env.DATA_DIR)
  const started: (() => Promise<unknown>)[] = []
  let closing = false
  let drain = async () => {}
  const close = async () => {
    closing = true
    await drain()
    await endInTurn(started.splice(0).reverse())
  }
  try {
    const secret = env.SECRET ?? ownSecret(dataDir)
    const database = await prepareDatabase(env, dataDir, log, onHopeless)
    started.push(database.close)
    const passwords = createPasswords()
    started.push(endWithin(stepLimit, 'password hashing', passwords.close))
    const server = createServer({ keepAliveTimeout, ...receiveTimeouts })
    // a developer's browser keeps connections, and no restart is to wait for them
    const limits = { idleGrace: env.NODE_ENV === 'development' ? 0 : idleGrace, limit: requestLimit }
    const app = Promise.withResolvers<Express>()
    const http = createHttpDrain(server, async (req, res) => (await app.promise)(req, res), limits)
    const web = env.NODE_ENV === 'development' ? await developmentWeb(server, dataDir) : await builtWeb()
    started.push(endWithin(stepLimit, 'the web build', web.close))
    const url = await listen(server, env)
    const running: (() => Promise<unknown>)[] = [http.finish]
    started.push(() => endTogether(running))
    const stopWithin = (name: string, stop: () => Promise<unknown>) => running.push(endWithin(workLimit, name, stop))
    const desk = await openDesk({ db: database.db, pool: database.pool, log })
    // beside the draining: who follows a reply that is interrupted is told so
    stopWithin('the writing of replies', desk.close)
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
    stopWithin('the job worker', (await startJobs({ env, database: database.address, world })).stop)
    stopWithin('upkeep', startUpkeep(world).stop)
    const { edition, stop } = await watchEdition(database.db, log)
    stopWithin('the watch for changed pages', stop)
    const shedder = createLoadShedder(log)
    shedder.watch(server)
    running.push(async () => shedder.stop())
    app.resolve(createApp({ env, world, web, edition, shedder, isClosing: () => closing }))
    drain = async () => {
      http.begin()
      await sleep(env.DRAIN_SECONDS * 1_000)
    }
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
