import { appRouter } from '@duo/features/server'
import { Validator } from '@seriousme/openapi-schema-validator'
import Ajv from 'ajv/dist/2020.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createConfirmedAccount, password, testBrowser } from '../testing/accounts.ts'
import { makeAgent } from '../testing/chat.ts'
import { testApp } from '../testing/test-app.ts'
import { openProcedures } from './document.ts'
import { summaries } from './texts.ts'

interface Operation {
  security: Record<string, string[]>[]
  summary: string
  requestBody?: { content: Record<string, { schema: object }> }
  responses: Record<string, { content: Record<string, { schema: object }> }>
}

const app = await testApp()
afterAll(app.close)
let document: {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, object> }
  info: { version: string }
}
beforeAll(async () => {
  document = (await (await fetch(`${app.url}/api/openapi.json`)).json()) as typeof document
})
const post = (path: string, input: object, headers = {}) =>
  fetch(`${app.url}/api/trpc/${path}`, {
    method: 'POST',
    body: JSON.stringify(input),
    headers: { 'content-type': 'application/json', ...headers },
  })
const operationOf = (path: string) => Object.values(document.paths[`/api/trpc/${path}`] ?? {})[0]

test('the contract is valid OpenAPI 3.1', async () => {
  const validator = new Validator()
  expect(await validator.validate(structuredClone(document))).toEqual({ valid: true })
  expect(validator.version).toBe('3.1')
})

const listsWithoutItems = (part: unknown): unknown[] => {
  if (typeof part !== 'object' || part === null) return []
  const isList = 'type' in part && part.type === 'array'
  return [...(isList && !('items' in part) ? [part] : []), ...Object.values(part).flatMap(listsWithoutItems)]
}

test('every type has a name for generated clients, and every list declares its items', () => {
  const { schemas } = document.components
  expect(Object.keys(schemas)).toEqual(expect.arrayContaining(['WaitlistJoinInput', 'WaitlistJoinAnswer', 'ChatStreamEvent']))
  expect(listsWithoutItems(schemas)).toEqual([])
})

test('the contract lists exactly the calls that work without a session, each with a summary', () => {
  const open = openProcedures().map(({ path }) => path)
  expect(Object.keys(document.paths)).toEqual(open.map((path) => `/api/trpc/${path}`))
  expect(Object.keys(summaries).toSorted()).toEqual(open.toSorted())
  for (const closed of ['auth.account', 'auth.erase', 'auth.createApiKey', 'chat.share', 'billing.subscription'])
    expect(operationOf(closed), closed).toBeUndefined()
  expect(open.length).toBeLessThan(Object.keys(appRouter._def.procedures).length)
})

test('the contract allows anonymous calls exactly where the server requires no session', async () => {
  for (const { path } of openProcedures()) {
    const response = await post(path, {})
    const allowsAnonymous = operationOf(path)?.security.some((way) => Object.keys(way).length === 0)
    expect(response.status !== 401, path).toBe(allowsAnonymous)
  }
})

const ajv = new Ajv({ strict: false, validateFormats: false })
beforeAll(() => void ajv.addSchema(document, 'contract'))

/** Checks a value against a part of the contract, named by its keys. */
function matches(place: string[], value: unknown) {
  const pointer = place.map((key) => encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')
  const validate = ajv.compile({ $ref: `contract#/${pointer}` })
  return { isValid: validate(value), errors: validate.errors }
}
const bodyOf = (path: string) => ['paths', `/api/trpc/${path}`, 'post', 'requestBody', 'content', 'application/json', 'schema']
const answerOf = (path: string, type = 'application/json') => [
  'paths',
  `/api/trpc/${path}`,
  'post',
  'responses',
  '200',
  'content',
  type,
  'schema',
]

test('inputs and outputs of real calls match their schemas', async () => {
  const inbox = await app.mails()
  const agentId = await makeAgent(app.db)
  const { browser } = await createConfirmedAccount(app, inbox)
  const { data } = await browser.call('auth.createApiKey', {
    name: 'Test',
    scopes: ['marketplace:read', 'chat:read', 'chat:write'],
    days: 1,
    password,
  })
  const authorization = { authorization: `Bearer ${(data as { token: string }).token}` }
  const { call } = testBrowser(app.url)
  const expectMatch = async (path: string, input: object) => {
    expect(matches(bodyOf(path), input), path).toMatchObject({ errors: null })
    const answer = await call(path, input, authorization)
    expect(matches(answerOf(path), { result: { data: answer.data } }), path).toMatchObject({ errors: null })
    return answer.data as never
  }
  await expectMatch('waitlist.join', { email: 'ana@example.com', language: 'en', invitedByCode: null })
  await expectMatch('marketplace.agents', { language: 'en' })
  await expectMatch('blog.articles', { language: 'en' })
  const { conversation } = (await expectMatch('chat.start', { agentId })) as { conversation: { id: string } }
  await expectMatch('chat.send', {
    conversationId: conversation.id,
    clientId: crypto.randomUUID(),
    content: 'What is an engine?',
  })
  await expectMatch('chat.list', { search: '', cursor: null, language: 'en' })
  await expectMatch('chat.messages', { conversationId: conversation.id, cursor: null })
  const failed = await fetch(`${app.url}/api/trpc/auth.account`)
  expect(matches(['components', 'schemas', 'Error'], await failed.json())).toMatchObject({ errors: null })
})

test('the reference page shows every call, loads nothing external, and has one script with the nonce', async () => {
  const response = await fetch(`${app.url}/api/docs`)
  const text = await response.text()
  for (const { path } of openProcedures()) expect(text).toContain(`/api/trpc/${path}`)
  const nonce = /'nonce-(\w+)'/.exec(response.headers.get('content-security-policy') ?? '')?.[1]
  expect([...text.matchAll(/<script[^>]*>/g)].map(([tag]) => tag)).toEqual([`<script nonce="${nonce}">`])
  expect(text).not.toMatch(/(?:src|href)="https?:/)
})

test('a stream is served as described: by POST, with events that match their schema', async () => {
  const slug = `agent-${await makeAgent(app.db)}`
  const response = await post('chat.ask', { agent: slug, question: 'What is an engine?', language: 'en' })
  expect(response.headers.get('content-type')).toContain('text/event-stream')
  const blocks = (await response.text()).split(/\n{2,}/).filter((block) => block.startsWith('data: '))
  expect(blocks.length).toBeGreaterThan(1)
  for (const block of blocks)
    expect(matches(answerOf('chat.ask', 'text/event-stream'), JSON.parse(block.slice(6))), block).toMatchObject({ errors: null })
  expect((await fetch(`${app.url}/api/trpc/chat.ask`)).status).toBe(405)
})

test('no CORS header lets another site read the contract', async () => {
  const response = await fetch(`${app.url}/api/openapi.json`, { headers: { origin: 'https://evil.example' } })
  expect(response.headers.get('access-control-allow-origin')).toBeNull()
})
