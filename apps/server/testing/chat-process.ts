import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connect } from '@duo/db/connection/connect.ts'
import { createReplyRenderer } from '@duo/features/chat/server/markdown/reply-renderer.ts'
import { createReplyStreams } from '@duo/features/chat/server/streaming/reply-streams.ts'
import { accountHooks } from '@duo/features/server'
import { unlimitedBudget } from '@duo/platform/server/model.ts'
import { createKeys } from '@duo/platform/server/security/keys.ts'
import { createPasswords } from '@duo/platform/server/security/passwords.ts'
import { createRateLimit } from '@duo/platform/server/security/rate-limit.ts'
import express from 'express'
import pino from 'pino'
import { readEnv } from '../config/env.ts'
import { models, studio } from '../config/features.ts'
import { api } from '../http/api.ts'
import { identify } from '../http/context.ts'

// A server process for killed-process.db.test.ts to kill: `node --import tsx chat-process.ts <database address> <public address> <secret>`.
const [url = '', publicUrl = '', secret = ''] = process.argv.slice(2)
const env = readEnv()
const { db, pool } = connect({ url, onError: () => {} })
const log = pino({ level: 'silent' })
const appContext = {
  db,
  log,
  rateLimit: createRateLimit(pool),
  publicUrl,
  secret: createKeys({ secret, dataKey: Buffer.from(secret) }),
  sendsMail: false,
  followUpForm: false,
  waitlistMails: { reminders: false, places: false },
  passwords: createPasswords(),
  accountHooks,
  providers: [],
  confirmsEmail: false,
  replyStreams: await createReplyStreams({ db, pool, log }),
  replyRenderer: createReplyRenderer(),
  models: models(env),
  embeddings: null,
  budget: unlimitedBudget,
  visitorBudget: unlimitedBudget,
  studio: studio(env),
}
const app = express()
app.use((_req, res, next) => {
  identify(res)
  next()
})
app.use('/api/trpc', api(appContext, { current: () => undefined, createWriter: () => async () => {} }))
const server = createServer(app).listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://localhost:${(server.address() as AddressInfo).port}\n`)
})
