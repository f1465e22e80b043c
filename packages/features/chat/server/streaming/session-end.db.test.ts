import { startModelServer } from '@duo/platform/testing/servers/model-server.ts'
import { password } from '@duo/server/testing/accounts.ts'
import { follow, gate, makeAgent, openConversation } from '@duo/server/testing/chat.ts'
import { testApp } from '@duo/server/testing/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

const model = await startModelServer()
let app: Awaited<ReturnType<typeof testApp>>
beforeAll(async () => {
  app = await testApp({ CONFIRM_EMAIL: 'off', AI_BASE_URL: model.url, AI_MODEL: 'local' })
})
afterAll(async () => {
  await app.close()
  await model.close()
})

type Person = Awaited<ReturnType<typeof openConversation>>
const ways: [string, (person: Person) => Promise<unknown>][] = [
  ['signs out', ({ browser }) => browser.auth('sign-out')],
  [
    'is signed out from another device',
    async ({ browser }) => {
      const { data } = await browser.call('auth.account')
      const { email } = (data as { user: { email: string } }).user
      const other = (await import('@duo/server/testing/accounts.ts')).testBrowser(app.url)
      await other.auth('sign-in/email', { email, password })
      return other.call('auth.revokeOtherSessions')
    },
  ],
  ['stays until the session expires', () => app.db.updateTable('auth_session').set({ expires_at: new Date() }).execute()],
]

test.each(ways)('a reply stream ends within 5 s when its reader %s', async (_name, end) => {
  const { pieces, give, finish } = gate()
  model.queue.push({ kind: 'text', pieces })
  const person = await openConversation(app, await makeAgent(app.db))
  const { reply } = await person.send()
  let markReading = () => {}
  const reading = new Promise<void>((done) => {
    markReading = done
  })
  const followed = follow(person.browser, reply.id, {
    enough: ({ text }) => {
      if (text !== '') markReading()
      return false
    },
  })
  give('One two three.')
  await reading
  await end(person)
  const ended = performance.now()
  const read = await followed
  expect(performance.now() - ended).toBeLessThan(5_000)
  expect(read).toMatchObject({ text: 'One two three.', end: null, code: 'unauthorized', errorStatus: 401 })
  give('Nobody sees this.')
  finish()
})
