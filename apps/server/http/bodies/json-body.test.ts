import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { TRPCError } from '@trpc/server'
import { afterAll, expect, test } from 'vitest'
import { rawClient } from '../../attack/fuzz/raw-request.ts'
import { shallowCalls } from './json-body.ts'

const check = shallowCalls(1_000)
const server = createServer((req, res) =>
  check(req, res, (error) => {
    res.statusCode = error instanceof TRPCError && error.code === 'BAD_REQUEST' ? 400 : 204
    res.end()
  }),
)
await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
const client = rawClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
afterAll(() => {
  client.close()
  server.close()
})

const deep = '['.repeat(4_000)

test.each([
  ['deep input', `/chat.shared?input=${deep}`, 400],
  ['deep input behind a second question mark', `/chat.shared?x=?&input=${deep}`, 400],
  ['deep input behind two question marks', `/chat.shared??&input=${deep}`, 400],
  ['encoded deep input behind a second question mark', `/chat.shared?x=?&input=${'%5B'.repeat(4_000)}`, 400],
  ['shallow input behind a second question mark', '/chat.shared?x=?&input=[[1]]', 204],
  ['no query', '/chat.shared', 204],
])('%s', async (_name, path, status) =>
  expect((await client.send({ method: 'GET', path, headers: {}, body: null })).status).toBe(status),
)
