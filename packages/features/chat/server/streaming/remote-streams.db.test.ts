import { eventually, testDatabase } from '@duo/db/testing.ts'
import { createLog } from '@duo/platform/server/log.ts'
import { startModelServer } from '@duo/platform/testing/servers/model-server.ts'
import { browserAt, follow, gate, openConversation, twoChatServers } from '@duo/server/testing/chat.ts'
import { expect, onTestFinished, test } from 'vitest'
import { createRemoteStreams } from './remote-streams.ts'

const { db } = await testDatabase()

test('notifies a subscriber that leaves and returns while the reply ends', async () => {
  const remote = createRemoteStreams({ db, log: createLog({ level: 'silent', readable: false }) })
  onTestFinished(remote.close)
  const id = crypto.randomUUID()
  // the reply has ended, and the query that finds this out is running
  remote.release(id, remote.acquire(id))
  const again = remote.acquire(id)
  await eventually(() => expect(again.isClosed).toBe(true))
})

test('a reader at another server gets the whole reply, although a failover lost a chunk of it', async () => {
  const model = await startModelServer()
  const { app, other, agentId, close } = await twoChatServers(model)
  onTestFinished(close)
  const { browser, send } = await openConversation(app, agentId)
  const { pieces, give, finish } = gate()
  model.queue.push({ kind: 'text', pieces })
  const { reply } = await send('Can you count?')
  const stored = () => app.db.selectFrom('chat_chunk').select('text').where('reply_id', '=', reply.id).orderBy('start').execute()
  for (const text of ['one', ' two', ' three']) {
    give(text)
    await eventually(async () => expect((await stored()).at(-1)).toEqual({ text }))
  }
  await app.db.deleteFrom('chat_chunk').where('reply_id', '=', reply.id).where('text', '=', ' two').execute()
  let received = ''
  const reading = follow(browserAt(browser, other.url), reply.id, {
    enough: ({ text }) => {
      received = text
      return false
    },
  })
  await eventually(() => expect(received).toContain('one'))
  finish()
  expect((await reading).text).toBe('one two three')
})
