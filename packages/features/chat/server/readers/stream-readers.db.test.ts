import { startModelServer } from '@duo/platform/testing/servers/model-server.ts'
import { type Browser, follow, gate, makeAgent, openConversation } from '@duo/server/testing/chat.ts'
import { testApp } from '@duo/server/testing/test-app.ts'
import { afterAll, expect, test } from 'vitest'

const model = await startModelServer()
const app = await testApp({ CONFIRM_EMAIL: 'off', AI_BASE_URL: model.url, AI_MODEL: 'local' })
const agentId = await makeAgent(app.db)
afterAll(async () => {
  await app.close()
  await model.close()
})

// follows a reply; `started` resolves with its first text
function startReader(browser: Browser, replyId: string) {
  const { promise: started, resolve } = Promise.withResolvers<void>()
  const finished = follow(browser, replyId, {
    enough: ({ text }) => {
      if (text !== '') resolve()
      return false
    },
  })
  return { started, finished }
}

test('a fourth reader of a reply ends the first with stream_replaced; the others read to the end', async () => {
  const { pieces, give, finish } = gate()
  model.queue.push({ kind: 'text', pieces })
  const person = await openConversation(app, agentId)
  const { reply } = await person.send()
  give('One two three.')
  const readers: ReturnType<typeof startReader>[] = []
  for (let i = 0; i < 4; i++) {
    const reader = startReader(person.browser, reply.id)
    await reader.started
    readers.push(reader)
  }
  expect(await readers[0]?.finished).toMatchObject({ status: 200, end: null, code: 'stream_replaced', errorStatus: 429 })
  give(' Four.')
  finish()
  for (const { finished } of readers.slice(1))
    expect(await finished).toMatchObject({ text: 'One two three. Four.', code: null, end: { message: { status: 'done' } } })
})

test('a reader that gave way resumes where it stopped, and then the next oldest gives way', async () => {
  const { pieces, give, finish } = gate()
  model.queue.push({ kind: 'text', pieces })
  const person = await openConversation(app, agentId)
  const { reply } = await person.send()
  give('One.')
  const readers: ReturnType<typeof startReader>[] = []
  for (let i = 0; i < 4; i++) {
    const reader = startReader(person.browser, reply.id)
    await reader.started
    readers.push(reader)
  }
  const cut = await readers[0]?.finished
  const resumed = follow(person.browser, reply.id, { from: cut?.lastId ?? '0' })
  expect(await readers[1]?.finished).toMatchObject({ code: 'stream_replaced' })
  give(' Two.')
  finish()
  expect(await resumed).toMatchObject({ text: ' Two.', end: { message: { content: 'One. Two.' } } })
})

test('readers of another account take no place, and cannot end the streams of a reply that they may not read', async () => {
  const { pieces, give, finish } = gate()
  model.queue.push({ kind: 'text', pieces })
  const owner = await openConversation(app, agentId)
  const { reply } = await owner.send()
  const other = await openConversation(app, agentId)
  give('One.')
  const reader = startReader(owner.browser, reply.id)
  await reader.started
  const refused = await Promise.all(Array.from({ length: 10 }, () => follow(other.browser, reply.id)))
  expect(refused.map(({ status }) => status)).toEqual(Array(10).fill(404))
  give(' Two.')
  finish()
  expect(await reader.finished).toMatchObject({ text: 'One. Two.', code: null })
})
