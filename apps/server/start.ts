import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { createLog } from '@duo/platform/server/log.ts'
import { createRateLimit } from '@duo/platform/server/rate-limit.ts'
import type { World } from '@duo/platform/server/trpc.ts'
import type { Express } from 'express'
import { createApp } from './app.ts'
import { prepareDatabase } from './database.ts'
import type { Env } from './env.ts'
import { root } from './paths.ts'
import { ownSecret } from './secret.ts'
import { builtWeb, developmentWeb } from './web.ts'
import { startJobs } from './worker.ts'

/** Longest time a closing server waits for requests that are under way, ms. */
const drainTime = 10_000

/** Starts everything; resolves once pages are served. `close` finishes what is under way and leaves nothing behind. */
export async function start(env: Env) {
  const log = createLog({ level: env.LOG_LEVEL })
  const dataDir = resolve(root, env.DATA_DIR)
  const database = await prepareDatabase(env, dataDir, log)
  const server = createServer()
  const web = env.NODE_ENV === 'development' ? await developmentWeb(server) : await builtWeb()
  const app = Promise.withResolvers<Express>()
  server.on('request', async (req, res) => (await app.promise)(req, res))
  const url = await listen(server, env)
  const publicUrl = env.PUBLIC_URL ?? url
  const jobs = await startJobs({ env, db: database.db, pool: database.pool, log, publicUrl })
  const world: World = {
    db: database.db,
    log,
    rateLimit: createRateLimit(database.pool),
    publicUrl,
    secret: env.SECRET ?? ownSecret(dataDir),
  }
  let closing = false
  app.resolve(createApp({ env, world, web, isClosing: () => closing }))
  return {
    url,
    dataDir,
    close: async () => {
      closing = true
      await Promise.all([drain(server), jobs.stop()])
      await web.close()
      await database.close()
    },
  }
}

const taken = (port: number) =>
  new Error(`PORT ${port} is taken by another program, choose another, for example PORT=${port + 1}`)

async function listen(server: Server, { HOST, PORT }: Env): Promise<string> {
  await new Promise<void>((done, fail) => {
    server.once('error', (error: NodeJS.ErrnoException) => fail(error.code === 'EADDRINUSE' ? taken(PORT) : error))
    server.listen(PORT, HOST, done)
  })
  const { port } = server.address() as AddressInfo
  return `http://localhost:${port}`
}

/** Stops listening and waits for open requests; those that outlast `drainTime` are cut. */
async function drain(server: Server): Promise<void> {
  const impatient = setTimeout(() => server.closeAllConnections(), drainTime)
  await new Promise((done) => server.close(done))
  clearTimeout(impatient)
}
