import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createDuoClient } from './index.ts'

interface Request {
  method: string
  url: string
  authorization: string
  lastEventId: unknown
  input: unknown
}

const requests: Request[] = []
let respond = (_res: ServerResponse, _nth: number) => {}
const server = createServer(async (req, res) => {
  const { method = '', url = '', headers } = req
  const { authorization = '', 'last-event-id': lastEventId } = headers
  requests.push({ method, url, authorization, lastEventId, input: JSON.parse(await text(req)) })
  respond(res, requests.length)
}).listen(0, '127.0.0.1')
await new Promise((listening) => server.once('listening', listening))
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  requests.length = 0
})

const duo = createDuoClient({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, token: 'duo_key' })
const begin = (res: ServerResponse, status = 200) =>
  res.writeHead(status, { 'content-type': 'text/event-stream' }).write('retry: 5\nevent: connected\ndata: {}\n\n')
const breakOff = (res: ServerResponse, event: string) => res.write(event, () => res.destroy())
const end = 'event: return\ndata:\n\n'

test('an interrupted reply resumes after its last event, with the API key and without input in the URL', async () => {
  respond = (res, nth) => {
    begin(res)
    if (nth === 1) breakOff(res, 'id: 4\ndata: {"type":"text","text":"An engine "}\n\n')
    else res.end(`id: 9\ndata: {"type":"text","text":"weaves."}\n\n${end}`)
  }
  const read: unknown[] = []
  await new Promise<void>((onComplete, onError) =>
    duo.chat.stream.subscribe({ messageId: 'a' }, { onData: ({ data }) => read.push(data), onError, onComplete }),
  )
  expect(read).toEqual([
    { type: 'text', text: 'An engine ' },
    { type: 'text', text: 'weaves.' },
  ])
  const sent = { method: 'POST', url: '/api/trpc/chat.stream', authorization: 'Bearer duo_key' }
  expect(requests).toMatchObject([
    { ...sent, lastEventId: undefined, input: { messageId: 'a' } },
    { ...sent, lastEventId: '4', input: { messageId: 'a' } },
  ])
})

test('an interrupted visitor question fails and is not sent again', async () => {
  respond = (res) => {
    begin(res)
    breakOff(res, 'data: {"type":"text","text":"An engine "}\n\n')
  }
  const read: unknown[] = []
  const question = { agent: 'ada', question: 'What is an engine?', language: 'en' } as const
  const failure = new Promise((onError) => duo.chat.ask.subscribe(question, { onData: (event) => read.push(event), onError }))
  await expect(failure).resolves.toMatchObject({ name: 'TRPCClientError' })
  expect(read).toEqual([{ type: 'text', text: 'An engine ' }])
  expect(requests).toHaveLength(1)
})

test('a rejected stream reports the error code', async () => {
  const data = { code: 'FORBIDDEN', httpStatus: 403, appCode: 'forbidden' }
  respond = (res) => {
    begin(res, 403)
    res.end(`event: serialized-error\ndata: ${JSON.stringify({ message: 'forbidden', code: -32003, data })}\n\n`)
  }
  const failure = new Promise((onError) => duo.chat.stream.subscribe({ messageId: 'a' }, { onError }))
  await expect(failure).resolves.toMatchObject({ data: { appCode: 'forbidden' } })
})
