import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testDatabase } from '@duo/db/testing.ts'
import { planResponse } from '@duo/engine/reply/response-plan.ts'
import { notesForModel } from '@duo/engine/search/notes-for-model.ts'
import { createQueues } from '@duo/platform/server/jobs/queue.ts'
import { startWorker, type Worker } from '@duo/platform/server/jobs/worker.ts'
import type { ModelEndpoint } from '@duo/platform/server/model.ts'
import { unlimitedBudget } from '@duo/platform/server/model.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import { forgetAllJobs, skipBackOff, storedJobs } from '@duo/platform/testing/jobs.ts'
import { startEmbeddingServer } from '@duo/platform/testing/servers/embedding-server.ts'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { bundledAgentRules } from '../../rules.ts'
import { seedAgents } from '../import/seed-agents.ts'
import { knowledgeIn } from '../notes/knowledge.ts'
import { embedNotes, enqueueMissingEmbeddings } from './embedding-jobs.ts'
import { createQuestionEmbedder } from './question-embedding.ts'

const { db, url: databaseUrl } = await testDatabase()
const endpointServer = await startEmbeddingServer([
  [
    'wagering',
    'turf',
    'turfe',
    'palpites',
    'horses',
    'gamble',
    'betting',
    'cavalos',
    'apostar',
    'apostava',
    'apostei',
    'corridas',
  ],
])
const { state, calls } = endpointServer
const folder = await mkdtemp(join(tmpdir(), 'duo-agents-'))
const lines: string[] = []
const log = pino({ level: 'debug' }, { write: (line) => void lines.push(line) })
await createQueues(db, [embedNotes])

/** Caches are per endpoint object, so a new object acts like a server that has just started. */
const endpointOf = (model = 'concepts-1'): ModelEndpoint => ({ baseUrl: endpointServer.url, apiKey: 'sk-secret-key', model })
const workers: Worker[] = []
let agentId = ''

beforeAll(async () => {
  await copyFile(join(import.meta.dirname, '../../../../../db/seeds/agents/ada-lovelace.json'), join(folder, 'ada-lovelace.json'))
  await seedAgents(db, folder, bundledAgentRules)
  agentId = (await db.selectFrom('marketplace_agent').select('id').executeTakeFirstOrThrow()).id
})
beforeEach(async () => {
  state.behaviour = 'well'
  state.dimensions = 256
  calls.length = 0
  lines.length = 0
  await forgetAllJobs(db)
})
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()))
})
afterAll(async () => {
  await endpointServer.close()
  await rm(folder, { recursive: true })
})

/** Moves the clock past the cache time of notes. */
let later = 0
const now = performance.now.bind(performance)
vi.spyOn(performance, 'now').mockImplementation(() => now() + later)
const forgetRemembered = () => {
  later += 10_000
}

const work = async (embeddings: ModelEndpoint) =>
  void workers.push(
    await startWorker({ database: { url: databaseUrl }, jobs: [embedNotes], log, dependencies: { db, embeddings } }),
  )
const idle = () => vi.waitFor(async () => expect(await storedJobs(db)).toEqual([]), { timeout: 20_000, interval: 100 })

async function embedAll(endpoint = endpointOf()) {
  await enqueueMissingEmbeddings(db, { embeddings: endpoint })
  await work(endpoint)
  await idle()
}
const embeddedTexts = () => calls.flatMap(({ input }) => input)
const makeEmbedder = (embeddings: ModelEndpoint | null) => createQuestionEmbedder({ embeddings, log, budget: unlimitedBudget })
const ask = (question: string, endpoint: ModelEndpoint | null, language: Locale = 'en') =>
  planResponse(knowledgeIn(db), {
    agent: { id: agentId },
    question,
    language,
    history: [],
    messageId: question,
    embedder: makeEmbedder(endpoint),
  })
const promptOf = async (question: string, endpoint: ModelEndpoint | null, language: Locale = 'en') => {
  const { kind, quotations } = await ask(question, endpoint, language)
  return kind === 'notes' ? quotations.map(({ note }) => note.key) : kind
}
const byMeaning = 'were you fond of wagering at the turf?'
const words = 'What could the Analytical Engine do?'

test('without a model, embeds nothing and leaves a question without matching words uncovered', async () => {
  expect(makeEmbedder(null)).toBeUndefined()
  await enqueueMissingEmbeddings(db, { embeddings: null })
  expect(await storedJobs(db)).toEqual([])
  expect(await promptOf(byMeaning, null)).toBe('uncovered')
  expect(calls).toEqual([])
})

test('embeds every note once per model and text, with the API key, and then queues no further job', async () => {
  await embedAll()
  const rows = await db.selectFrom('marketplace_note_vector').select(['key', 'model', 'own']).execute()
  const notes = await db.selectFrom('marketplace_note').select(['title', 'questions']).execute()
  expect(rows).toHaveLength(notes.length)
  expect(calls.every(({ model, authorization }) => model === 'concepts-1' && authorization === 'Bearer sk-secret-key')).toBe(true)
  expect(calls.every(({ input }) => input.length <= 32)).toBe(true)
  expect(embeddedTexts()).toHaveLength(notes.reduce((sum, { questions }) => sum + 1 + Math.max(1, questions.length), 0))
  await enqueueMissingEmbeddings(db, { embeddings: endpointOf() })
  expect(await storedJobs(db)).toEqual([])
})

test('finds a note without matching words by meaning, in both languages, for the engine and for a model', async () => {
  const endpoint = endpointOf()
  expect(await promptOf(byMeaning, endpoint)).toEqual(['gambling'])
  expect(await promptOf('você gostava de palpites no turfe?', endpoint, 'pt')).toEqual(['gambling'])
  const input = { agent: { id: agentId }, language: 'en' as const, history: [], question: byMeaning, messageId: '' }
  const { notes, hints } = await notesForModel(knowledgeIn(db), { ...input, embedder: makeEmbedder(endpoint) }, 100_000)
  expect(notes[hints[0] ?? -1]?.key).toBe('gambling')
  expect(embeddedTexts()).toEqual([byMeaning, 'você gostava de palpites no turfe?', byMeaning])
})

test('does not embed small talk, questions about others, or questions that word search decides', async () => {
  const endpoint = endpointOf()
  expect(await promptOf(words, endpoint)).toEqual(['analytical-engine'])
  for (const question of ['hello', '2+2', 'thank you!', 'Did Albert Einstein gamble?', 'when did he arrive?'])
    expect((await ask(question, endpoint)).kind).toBe((await ask(question, null)).kind)
  expect(calls).toEqual([])
})

test.each(['How do I bake a chocolate cake?', 'What is the capital of Australia?', 'which socks match a green shirt?'])(
  'finds no note near "%s" by meaning',
  async (question) => {
    expect(await promptOf(question, endpointOf())).toBe(await promptOf(question, null))
    expect(await promptOf(question, endpointOf())).toBe('uncovered')
  },
)

test.each(['broken', 'silent', 'refusing'] as const)(
  'a %s endpoint neither changes nor delays the reply, and the log omits the question',
  async (behaviour) => {
    const endpoint = endpointOf()
    state.behaviour = behaviour
    const from = performance.now()
    expect(await promptOf(byMeaning, endpoint)).toBe('uncovered')
    expect(performance.now() - from).toBeLessThan(1_000)
    expect(calls).toHaveLength(1)
    expect(lines.join('')).toContain('failed to embed a question')
    expect(lines.join('')).not.toMatch(/wagering|sk-secret/)
  },
)

test('stops calling an endpoint after five failures in a row, and tolerates an unreachable one', async () => {
  const endpoint = endpointOf()
  state.behaviour = 'broken'
  for (let i = 0; i < 7; i += 1) expect(await promptOf(byMeaning, endpoint)).toBe('uncovered')
  expect(calls).toHaveLength(5)
  expect(await promptOf(byMeaning, { ...endpoint, baseUrl: 'http://127.0.0.1:1/v1' })).toBe('uncovered')
})

test('waits for a silent endpoint only once per message', async () => {
  state.behaviour = 'silent'
  const embedding = makeEmbedder(endpointOf())
  expect(await embedding?.vectorOf('one?')).toBeNull()
  expect(await embedding?.vectorOf('two?')).toBeNull()
  expect(calls).toHaveLength(1)
})

test('logs a warning instead of comparing vectors of different lengths', async () => {
  state.dimensions = 64
  expect(await promptOf(byMeaning, endpointOf())).toBe('uncovered')
  expect(lines.join('')).toContain('differ in length')
})

test('after a model change, uses word search until new vectors exist, and keeps the old ones for older servers', async () => {
  const [before, after] = [endpointOf(), endpointOf('concepts-2')]
  expect(await promptOf(byMeaning, after)).toBe('uncovered')
  await enqueueMissingEmbeddings(db, { embeddings: after })
  calls.length = 0
  // the server with the previous model takes the job and skips it
  await work(before)
  await idle()
  expect(calls).toEqual([])
  await workers.splice(0)[0]?.stop()
  await embedAll(after)
  forgetRemembered()
  expect(await promptOf(byMeaning, after)).toEqual(['gambling'])
  expect(await promptOf(byMeaning, before)).toEqual(['gambling'])
  const models = await db.selectFrom('marketplace_note_vector').select('model').distinct().execute()
  expect(models.map(({ model }) => model).toSorted()).toEqual(['concepts-1', 'concepts-2'])
})

test('embeds only the changed note again, and does not use its old vector', async () => {
  const endpoint = endpointOf()
  const gambling = db.updateTable('marketplace_note').where('key', '=', 'gambling').where('language', '=', 'en')
  const text = 'This is about gardens, soil and seeds now, and about nothing else that was ever in it before.'
  await gambling.set({ text, title: 'Gardens', questions: ['did you have gardens?'] }).execute()
  forgetRemembered()
  expect(await promptOf(byMeaning, endpoint)).not.toContain('gambling')
  calls.length = 0
  await embedAll(endpoint)
  expect(embeddedTexts()).toEqual([`Gardens\ndid you have gardens?\n${text}`, 'did you have gardens?'])
})

test('two servers embed nothing twice, and a failed job resumes where it stopped', async () => {
  await db.deleteFrom('marketplace_note_vector').execute()
  const endpoint = endpointOf()
  state.behaviour = 'broken'
  await Promise.all([
    enqueueMissingEmbeddings(db, { embeddings: endpoint }),
    enqueueMissingEmbeddings(db, { embeddings: endpoint }),
  ])
  expect(await storedJobs(db)).toHaveLength(1)
  await Promise.all([work(endpoint), work(endpoint)])
  await vi.waitFor(() => expect(lines.join('')).toContain('job failed, will retry'), { timeout: 8_000 })
  expect(lines.join('')).toContain('the embeddings endpoint returned 500')
  state.behaviour = 'well'
  calls.length = 0
  await skipBackOff(db)
  await enqueueMissingEmbeddings(db, { embeddings: endpoint })
  await idle()
  expect(new Set(embeddedTexts()).size).toBeGreaterThan(100)
  const contents = embeddedTexts().filter((text) => text.includes('\n'))
  expect(new Set(contents).size).toBe(contents.length)
  const [{ count } = { count: 0 }] = await db
    .selectFrom('marketplace_note_vector')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .execute()
  expect(Number(count)).toBe(contents.length)
})
