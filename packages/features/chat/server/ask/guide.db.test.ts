import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { testDatabase } from '@duo/db/testing.ts'
import { startModelServer, words } from '@duo/platform/testing/servers/model-server.ts'
import { person } from '@duo/server/testing/chat.ts'
import { testApp } from '@duo/server/testing/test-app.ts'
import { afterAll, expect, test } from 'vitest'
import { guide } from '#guide/rules.ts'
import { bundledAgentRules } from '#marketplace/rules.ts'
import { seedAgents } from '#marketplace/server/import/seed-agents.ts'
import type { AskEvent } from '../../ask-schema.ts'

const model = await startModelServer()
const database = await testDatabase()
const withoutModel = await testApp({ TRUST_PROXY: '1', CONFIRM_EMAIL: 'off' }, database)
const withModel = await testApp({ TRUST_PROXY: '1', AI_BASE_URL: model.url, AI_MODEL: 'local' }, database)
await seedAgents(database.db, join(import.meta.dirname, '../../../../../db/seeds/agents'), bundledAgentRules)
afterAll(async () => {
  await Promise.all([withoutModel.close(), withModel.close()])
  await database.close()
  await model.close()
})

let networks = 0
const newNetwork = () => `203.0.113.${++networks}`

async function ask(input: object, { from = newNetwork(), app = withoutModel } = {}) {
  const response = await fetch(`${app.url}/api/trpc/chat.ask`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream', 'x-forwarded-for': from },
    body: JSON.stringify({ agent: guide.slug, language: 'en', ...input }),
  })
  const body = response.body ? await text(response.body) : ''
  const events = body.split('\n').flatMap((line) => (line.startsWith('data: {') ? (JSON.parse(line.slice(6)) as AskEvent) : []))
  const message = events.map((event) => (event.type === 'text' ? event.text : '')).join('')
  return { status: response.status, retryAfter: Number(response.headers.get('retry-after')), body, text: message }
}

test('the guide answers a question about Duo with a page, and questions that lead on', async () => {
  const { text, body } = await ask({ question: 'How much does it cost?' })
  expect(text).toMatch(/^No price has been announced yet\..*\[1\]$/)
  expect(body).toContain('"title":"Plans and pricing","source":"/pricing"')
  expect(body).toMatch(/"type":"next","questions":\["[A-Z]/)
})

test.each([
  ['en', 'Is it for me?', /^Duo is for teachers, consultants and creators/],
  ['en', 'Would this work for me?', /^Duo is for teachers, consultants and creators/],
  ['pt', 'Serve para mim?', /^O Duo é para quem ensina, orienta ou cria conteúdo/],
  ['en', 'Will people know it’s a machine?', /^Yes\. The page of an agent/],
  ['en', 'Do my clients notice that a robot replies?', /^Yes\. The page of an agent/],
  ['pt', 'Os meus alunos vão saber que é uma máquina?', /^Sim\. A página de um agente/],
  ['en', 'Who can see what I upload?', /^The files stay with you alone/],
  ['en', 'can strangers read my PDFs', /^The files stay with you alone/],
  ['pt', 'Quem vai ver os arquivos que eu mandar?', /^Os arquivos ficam só com você/],
] as const)('answers what a visitor wants to trust (%s: %s)', async (language, question, reply) => {
  expect((await ask({ question, language })).text).toMatch(reply)
})

test('a question that follows on is answered in the light of what was said', async () => {
  const after = async (question: string) => {
    const first = await ask({ question })
    return ask({ question: 'tell me more', turns: [{ question, answer: first.text }] })
  }
  expect((await ask({ question: 'tell me more' })).text).not.toContain('[1]')
  expect((await after('How do royalties work?')).body).toContain('"source":"/#product"')
  expect((await after('Why did I move back?')).body).toContain('"source":"/privacy#position"')
})

test('a network has ten questions to the guide a day, and its five to an agent of the marketplace beside them', async () => {
  const from = newNetwork()
  const statuses: number[] = []
  for (let i = 0; i < 10; i++) statuses.push((await ask({ question: 'When does it open?' }, { from })).status)
  expect(new Set(statuses)).toEqual(new Set([200]))
  const refused = await ask({ question: 'When does it open?' }, { from })
  expect(refused.status).toBe(429)
  expect(refused.retryAfter).toBeGreaterThan(86_000)
  const ada = { agent: 'ada-lovelace', question: 'Hello' }
  for (let i = 0; i < 5; i++) expect((await ask(ada, { from })).status).toBe(200)
  expect((await ask(ada, { from })).status).toBe(429)
})

test('an agent of the marketplace answers one question: what was said before does not reach it', async () => {
  model.queue.push({ kind: 'text', pieces: words('An engine weaves.') })
  const turns = [{ question: 'What is a walrus?', answer: 'A walrus is an animal.' }]
  await ask({ agent: 'ada-lovelace', question: 'And an engine?', turns }, { app: withModel })
  expect(JSON.stringify(model.calls.at(-1))).not.toContain('walrus')
})

test('a model speaks as the guide of the site, from its pages, and is no simulation', async () => {
  model.queue.push({ kind: 'text', pieces: words('No price has been announced yet [7].') })
  const turns = [{ question: 'What is Duo?', answer: 'An AI agent made from what you know.' }]
  const { body } = await ask({ question: 'What does it cost?', turns }, { app: withModel })
  expect(body).toContain('"origin":"model"')
  expect(body).toContain('"source":"/')
  const prompt = JSON.stringify(model.calls.at(-1))
  expect(prompt).toContain('You are the guide of the site of Duo, a program')
  expect(prompt).toContain('An AI agent made from what you know.')
  expect(prompt).not.toContain('a simulation of Duo')
})

test('refuses more turns than a browser sends, and overlong ones', async () => {
  const turn = { question: 'What is Duo?', answer: 'An agent.' }
  expect((await ask({ question: 'And?', turns: Array.from({ length: 7 }, () => turn) })).status).toBe(400)
  expect((await ask({ question: 'And?', turns: [{ ...turn, answer: 'a'.repeat(2_001) }] })).status).toBe(400)
})

test('no conversation starts with the guide, and no list has it', async () => {
  const list = await fetch(`${withoutModel.url}/api/trpc/marketplace.agents?input=${encodeURIComponent('{"language":"en"}')}`)
  expect(await list.text()).not.toContain(`"${guide.slug}"`)
  const one = encodeURIComponent(JSON.stringify({ slug: guide.slug, language: 'en' }))
  expect((await fetch(`${withoutModel.url}/api/trpc/marketplace.agent?input=${one}`)).status).toBe(404)
  const browser = await person(withoutModel)
  expect(await browser.call('chat.start', { agentId: guide.slug })).toMatchObject({ status: 400 })
})
