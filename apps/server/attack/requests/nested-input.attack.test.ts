import { afterAll, expect, test } from 'vitest'
import { browserOf } from '../conversations.ts'
import { rawClient } from '../fuzz/raw-request.ts'
import { makePerson } from '../people.ts'
import { startSite } from '../site.ts'

const site = await startSite()
const client = rawClient(site.url)
afterAll(client.close)
const person = await makePerson(site.database.db)

const kinds: [string, (levels: number) => string][] = [
  ['arrays', (levels) => `${'['.repeat(levels)}${']'.repeat(levels)}`],
  ['objects', (levels) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`],
]

const headers = { 'content-type': 'application/json', authorization: `Bearer ${person.bearer}` }
const post = (path: string, body: string, more: Record<string, string> = {}) =>
  client.send({ method: 'POST', path, headers: { ...headers, ...more }, body })
const get = (path: string) => client.send({ method: 'GET', path, headers, body: null })

const account = { code: 'BAD_INPUT', message: 'bad_input', requestId: expect.any(String) as string }
const procedure = { error: { message: 'bad_input', data: { httpStatus: 400, appCode: 'bad_input' } } }

test.each(kinds)('%s nested 1,000 and 5,000 deep are bad input in every kind of body', async (_kind, nested) => {
  for (const levels of [1_000, 5_000]) {
    const deep = nested(levels).slice(0, 60_000)
    const inAccount = nested(Math.min(levels, 2_500))
    for (const [path, body] of [
      ['/api/auth/sign-in/email', `{"email":"a@example.com","password":"abacate-azul-77","rememberMe":${inAccount}}`],
      ['/api/auth/sign-up/email', `{"email":"a@example.com","password":"abacate-azul-77","name":"Ana","next":${inAccount}}`],
      ['/api/auth/sign-out', inAccount],
    ] as const) {
      const answer = await post(path, body)
      expect([path, answer.status, JSON.parse(answer.body) as unknown]).toEqual([path, 400, account])
    }
    for (const [path, body] of [
      ['waitlist.join', deep],
      ['waitlist.join', `{"email":${nested(3_000)},"language":"en"}`],
      ['chat.send', `{"conversationId":${nested(3_000)}}`],
      ['auth.signInWithPasskey', `{"response":${nested(3_000)}}`],
      ['auth.addPasskey', `{"response":{"response":${nested(3_000)}}}`],
      ['chat.ask', nested(3_000)],
    ] as const) {
      const answer = await post(`/api/trpc/${path}`, body)
      const [data = answer.body] = /\{.*\}/.exec(answer.body) ?? []
      expect(answer.status, `${path} ${answer.body.slice(0, 200)}`).toBe(400)
      if (path !== 'chat.ask') expect(JSON.parse(data)).toMatchObject(procedure)
    }
    const batch = await post('/api/trpc/waitlist.join,survey.progress?batch=1', `{"0":{"email":${nested(3_000)}},"1":{}}`)
    expect(batch.status).toBe(400)
    expect(JSON.parse(batch.body)).toMatchObject([procedure, procedure])
  }
})

test.each(kinds)('%s nested 100 and 1,000 deep are bad input in every query parameter', async (_kind, nested) => {
  for (const levels of [100, 1_000]) {
    const deep = encodeURIComponent(nested(levels))
    for (const path of [
      `chat.conversation?input=${deep}`,
      `chat.stream?input=${deep}`,
      `chat.stream?input=%7B%7D&lastEventId=${deep}`,
      `chat.stream?input=%7B%7D&connectionParams=${deep}`,
      `auth.session,auth.account?batch=1&input=${deep}`,
      `chat.shared?x=?&input=${deep}`,
    ]) {
      const answer = await get(`/api/trpc/${path}`)
      expect(answer.status, `${path.slice(0, 40)} ${answer.body.slice(0, 200)}`).toBe(400)
    }
  }
})

test('ordinary input is not refused, also when its text is full of brackets', async () => {
  const brackets = '[{"'.repeat(1_000)
  const { call } = browserOf(site.url, person)
  const search = await call('blog.articles', { language: 'en', search: '[[[['.repeat(20) })
  expect(search.code).toBeFalsy()
  const refused = await post('/api/auth/sign-in/email', JSON.stringify({ email: 'a@example.com', password: brackets }))
  expect(refused.status).not.toBe(500)
  expect((await post('/api/auth/sign-in/email', JSON.stringify({ email: 'a@example.com', password: '[{[{' }))).status).toBe(401)
})

test('a body in another encoding is refused, because it would be parsed differently from how it is checked', async () => {
  for (const charset of ['utf-16', 'utf-16le', 'utf-32', 'utf-7']) {
    const { status } = await post('/api/auth/sign-in/email', '{}', { 'content-type': `application/json; charset=${charset}` })
    expect([charset, status]).toEqual([charset, 415])
  }
})

test('a form with thousands of fields is refused', async () => {
  const { status } = await client.send({
    method: 'POST',
    path: '/',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'a=&'.repeat(1_300),
  })
  expect(status).toBe(400)
})

test('nothing is logged as an error', () => expect(site.failures()).toEqual([]))
