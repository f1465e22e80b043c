import { unlimitedBudget } from '@duo/platform/server/model.ts'
import { startEmbeddingServer } from '@duo/platform/testing/servers/embedding-server.ts'
import { addFile, creator } from '@duo/server/testing/studio.ts'
import { testApp } from '@duo/server/testing/test-app.ts'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createQuestionEmbedder } from '../../../marketplace/server/embeddings/question-embedding.ts'
import { findAgent } from '../agent-queries.ts'
import { assertOwn } from '../assert-own.ts'
import { searchPassages } from '../search/search.ts'
import { embedPassages } from './vector-jobs.ts'

const endpointServer = await startEmbeddingServer([['wagering', 'gamble', 'horses', 'betting']])
const app = await testApp({ CONFIRM_EMAIL: 'off' })
afterAll(async () => {
  await app.close()
  await endpointServer.close()
})

const topics = ['oven', 'flour', 'salt', 'water', 'yeast', 'butter', 'sugar', 'honey', 'cinnamon', 'raisins']
const part = (topic: string) =>
  `# About ${topic}\n\n${`The ${topic} is described here with enough words for a passage. `.repeat(6)}`
const gambling = `# Losses\n\n${'Grandfather lost the bakery to betting on horses one summer. '.repeat(6)}`
const question = 'wagering gamble'

let studio: Awaited<ReturnType<typeof creator>>
let documentId = ''
beforeAll(async () => {
  studio = await creator(app)
  documentId = await addFile(studio, 'bread.md', [...topics.map(part), gambling].join('\n\n'))
})

/** A new object acts like a server that has just started. */
const endpointOf = (model: string) => ({ baseUrl: endpointServer.url, apiKey: 'key', model })
const embed = (model: string, endpoint = endpointOf(model)) =>
  embedPassages.perform(
    { db: app.db, embeddings: endpoint },
    { model },
    { messageId: model, attempt: 1, signal: AbortSignal.timeout(10_000) },
  )
const ask = async (model: string, text = question) => {
  const agent = assertOwn(await findAgent(app.db, { id: studio.agentId, ownerId: studio.ownerId }))
  const embedder = createQuestionEmbedder({
    embeddings: endpointOf(model),
    log: pino({ level: 'silent' }),
    budget: unlimitedBudget,
  })
  return (await searchPassages(app.db, agent, text, embedder)).result.hits
}

test('without vectors, a question in other words finds nothing', async () => {
  expect(await ask('none')).toEqual([])
})

test('with vectors, it finds the passage that means the same, once for each passage and model', async () => {
  await embed('one')
  const embedded = endpointServer.calls.flatMap(({ input }) => input).filter((text) => text !== question)
  expect(embedded).toHaveLength(topics.length + 1)
  expect(embedded[0]).toContain('About')
  const [hit] = await ask('one')
  expect(hit?.text).toContain('betting on horses')
  await embed('one')
  expect(endpointServer.calls.flatMap(({ input }) => input).filter((text) => text !== question)).toHaveLength(topics.length + 1)
})

test('a server with another model skips the job, and its questions find by words', async () => {
  const before = endpointServer.calls.length
  await embed('two', endpointOf('three'))
  expect(endpointServer.calls.length).toBe(before)
  expect(await ask('two')).toEqual([])
  const [hit] = await ask('two', 'raisins')
  expect(hit?.text).toContain('raisins')
})

test('an edited passage is embedded again, and a deleted one does not answer', async () => {
  const passages = (await studio.passages(documentId)).passages
  const edited = passages.find(({ text }) => text.includes('betting'))
  await studio.browser.call('studio.editPassage', { id: edited?.id, text: 'Grandmother kept the bakery through a hard summer.' })
  endpointServer.calls.length = 0
  await embed('one')
  expect(endpointServer.calls.flatMap(({ input }) => input)).toEqual([
    'Losses\nGrandmother kept the bakery through a hard summer.',
  ])
  await studio.browser.call('studio.remove', { documentId })
  expect(await ask('one')).toEqual([])
  expect(await app.db.selectFrom('studio_vector').select('passage_id').execute()).toEqual([])
})
