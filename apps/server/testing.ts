import type { AddressInfo } from 'node:net'
import { Writable } from 'node:stream'
import { testDatabase } from '@duo/db/testing.ts'
import { providersOf } from '@duo/features/server'
import { createRateLimit } from '@duo/platform/server/rate-limit.ts'
import { cheapPasswords } from '@duo/platform/testing/world.ts'
import pino from 'pino'
import { createApp } from './app.ts'
import { readEnv } from './env.ts'
import { providerKeys } from './features.ts'
import type { Web } from './web.ts'

/** Pages that need no build: the tests of this folder are about everything around them. */
const plainWeb: Web = {
  assets: (_req, _res, next) => next(),
  load: async () => ({
    module: {
      render: async ({ locale, request }) => {
        if (new URL(request.url).pathname === '/broken') throw new Error('secret internals')
        return new Response(`<p>${locale}</p>`)
      },
      pageFiles: () => ({}),
    },
    manifest: { routes: {} },
  }),
  link: '',
  keepsPages: true,
  close: async () => {},
}

/** The real app on a database of its own and a free port, with everything it logs kept for reading. */
export async function testApp(settings: Record<string, string> = {}) {
  const env = readEnv({ NODE_ENV: 'test', ...settings })
  const { db, pool, close } = await testDatabase()
  const lines: string[] = []
  const log = pino({ level: 'debug' }, new Writable({ write: (chunk, _encoding, done) => done(void lines.push(String(chunk))) }))
  const state = { closing: false }
  const world = {
    db,
    log,
    rateLimit: createRateLimit(pool),
    publicUrl: env.PUBLIC_URL ?? 'http://localhost',
    secret: 'a secret that only tests know, 32+',
    sendsMail: true,
    followUpForm: env.FOLLOWUP_FORM_URL !== undefined,
    passwords: cheapPasswords,
    providers: providersOf(providerKeys(env)),
    confirmsEmail: env.CONFIRM_EMAIL === 'on',
  }
  const server = createApp({ env, world, web: plainWeb, isClosing: () => state.closing }).listen(0, '127.0.0.1')
  await new Promise((done) => server.once('listening', done))
  const url = `http://localhost:${(server.address() as AddressInfo).port}`
  return {
    db,
    pool,
    url,
    state,
    logged: () => lines.join(''),
    close: async () => {
      await new Promise((done) => server.close(done))
      await close()
    },
  }
}
