import { addFile, creator, readFiles, uploadFile } from '@duo/server/testing/studio.ts'
import { testApp } from '@duo/server/testing/test-app.ts'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { findAgent } from '../agent-queries.ts'
import { assertOwn } from '../assert-own.ts'
import { searchPassages } from '../search/search.ts'
import { enqueueUnread } from './read-job.ts'

const app = await testApp({ CONFIRM_EMAIL: 'off' })
afterAll(app.close)

const fruits = ['', 'apple', 'pear', 'grape', 'mango', 'lemon', 'cherry', 'fig', 'plum']

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const sentence = (topic: string) =>
  `The ${topic} is described here with enough words that a passage can be made of it, and it ends. `
const text = (...topics: string[]) => topics.map((topic) => `# About ${topic}\n\n${sentence(topic).repeat(6)}`).join('\n\n')

/** Counted again from the passages: what the index says must be this. */
async function recounted(agentId: string) {
  const { rows } = await sql<{ term: string; passages: number }>`
    select substr(term, strpos(term, '.') + 1) as term, count(*)::int as passages
    from studio_passage as passage
      join studio_version as version on version.id = passage.version_id and version.current
      join studio_document as document on document.id = version.document_id and document.agent_id = ${agentId}, unnest(tsvector_to_array(passage.terms)) as term
    where not passage.hidden group by 1 order by 1`.execute(app.db)
  return rows
}
async function counted(agentId: string) {
  const { rows } = await sql<{ term: string; passages: number }>`
    select term, passages from studio_term where agent_number = (select number from studio_agent where id = ${agentId})
    order by term collate "default"`.execute(app.db)
  return rows
}
const expectCounted = async (agentId: string) =>
  expect((await counted(agentId)).toSorted(byTerm)).toEqual((await recounted(agentId)).toSorted(byTerm))
const byTerm = (one: { term: string }, other: { term: string }) => (one.term < other.term ? -1 : 1)

test('a document is read into passages with their headings, and is ready', async () => {
  const studio = await creator(app)
  const id = await addFile(studio, 'bread.md', text('oven', 'flour'))
  const { document, passages } = await studio.passages(id)
  expect(document).toMatchObject({ name: 'bread.md', next: null, current: { state: 'ready', type: 'markdown', language: 'en' } })
  expect(passages.map(({ headings }) => headings)).toEqual([['About oven'], ['About flour']])
  expect((await studio.documents()).agent.passages).toBe(2)
  await expectCounted(studio.agentId)
})

test('a file that cannot be read says why, and stores nothing of it', async () => {
  const studio = await creator(app)
  const id = await addFile(studio, 'photo.pdf', png)
  expect(await studio.document(id)).toMatchObject({
    current: null,
    next: { state: 'failed', refusal: 'unknown_type', passages: 0 },
  })
  expect((await studio.documents()).agent.passages).toBe(0)
  await studio.browser.call('studio.retry', { documentId: id })
  expect((await studio.document(id)).next).toMatchObject({ state: 'waiting', refusal: null })
})

test('a replacement answers at once, and the version before no longer', async () => {
  const studio = await creator(app)
  const id = await addFile(studio, 'prices.md', text('oven'))
  await uploadFile(studio, 'prices.md', text('fridge'), id)
  expect(await studio.document(id)).toMatchObject({ current: { state: 'ready' }, next: { state: 'waiting' } })
  expect((await studio.search('oven')).hits).toHaveLength(1)
  await readFiles(studio)
  expect((await studio.search('oven')).hits).toEqual([])
  expect((await studio.search('fridge')).hits).toHaveLength(1)
  expect((await studio.documents()).documents).toHaveLength(1)
  expect(await app.db.selectFrom('studio_version').where('document_id', '=', id).select('id').execute()).toHaveLength(1)
  await expectCounted(studio.agentId)
})

test('a replacement that cannot be read leaves the version before', async () => {
  const studio = await creator(app)
  const id = await addFile(studio, 'prices.md', text('oven'))
  await addFile(studio, 'prices.pdf', Buffer.from('%PDF-1.7 nothing'), id)
  expect(await studio.document(id)).toMatchObject({ current: { state: 'ready' }, next: { state: 'failed' } })
  expect((await studio.search('oven')).hits).toHaveLength(1)
})

// each version is read by a process of its own, which takes long beside other work
test('while a document is replaced, each question finds exactly one of its versions', { timeout: 180_000 }, async () => {
  const studio = await creator(app)
  const id = await addFile(studio, 'prices.md', text('oven', 'harvest'))
  const agent = assertOwn(await findAgent(app.db, { id: studio.agentId, ownerId: studio.ownerId }))
  let isDone = false
  const seen: number[] = []
  const asking = (async () => {
    while (!isDone) seen.push((await searchPassages(app.db, agent, 'oven')).result.hits.length)
  })()
  for (let round = 1; round <= 8; round += 1) await addFile(studio, 'prices.md', text('oven', `${fruits[round]}harvest`), id)
  isDone = true
  await asking
  expect(seen.length).toBeGreaterThan(8)
  expect(new Set(seen)).toEqual(new Set([1]))
  expect((await studio.search('plumharvest')).hits).toHaveLength(1)
  expect((await studio.search('figharvest')).hits.filter(({ isUsed }) => isUsed)).toEqual([])
  await expectCounted(studio.agentId)
})

test('edits survive a new version where the text around them is the same', async () => {
  const studio = await creator(app)
  const id = await addFile(studio, 'course.md', text('oven', 'flour', 'salt', 'water'))
  const [oven, flour, salt] = (await studio.passages(id)).passages
  const { browser } = studio
  await browser.call('studio.editPassage', { id: oven?.id, text: 'The oven is at 240 degrees.' })
  await browser.call('studio.hidePassage', { id: flour?.id, hidden: true })
  await browser.call('studio.mergePassage', { id: salt?.id })
  await addFile(studio, 'course.md', `# New\n\n${sentence('yeast').repeat(6)}\n\n${text('oven', 'flour', 'salt', 'water')}`, id)
  const { passages } = await studio.passages(id)
  expect(passages.map(({ text, hidden, isEdited }) => [text.slice(0, 12), hidden, isEdited])).toEqual([
    ['The yeast is', false, false],
    ['The oven is ', false, true],
    ['The flour is', true, false],
    ['The salt is ', false, true],
  ])
  expect(passages[1]?.text).toBe('The oven is at 240 degrees.')
  expect(passages[3]?.text).toContain('The water is')
  await expectCounted(studio.agentId)
})

test('an edit of a text that the new version lacks is gone with it', async () => {
  const studio = await creator(app)
  const id = await addFile(studio, 'course.md', text('oven'))
  const [oven] = (await studio.passages(id)).passages
  await studio.browser.call('studio.editPassage', { id: oven?.id, text: 'The oven is at 240 degrees.' })
  await addFile(studio, 'course.md', text('fridge'), id)
  expect((await studio.passages(id)).passages.map(({ text }) => text.slice(0, 14))).toEqual(['The fridge is '])
})

test('a file whose reader died is read again, without anything twice', async () => {
  const studio = await creator(app)
  const { documentId, versionId } = await uploadFile(studio, 'bread.md', text('oven', 'flour'))
  await readFiles(studio)
  // as if the server had died before the end: the passages are there, the lease has ended
  await app.db
    .updateTable('studio_version')
    .set({ state: 'reading', lease_until: sql`now() - interval '1 second'` })
    .where('id', '=', versionId)
    .execute()
  await enqueueUnread(app.db)
  await readFiles(studio)
  expect(await studio.document(documentId)).toMatchObject({ current: { state: 'ready', passages: 2 } })
  expect((await studio.documents()).agent.passages).toBe(2)
  await expectCounted(studio.agentId)
})

test('a server that stops gives the file back', async () => {
  const studio = await creator(app)
  const { documentId } = await uploadFile(studio, 'bread.md', text('oven'))
  const stop = new AbortController()
  const reading = readFiles(studio, stop.signal)
  stop.abort()
  await expect(reading).rejects.toThrow()
  expect((await studio.document(documentId)).next ?? (await studio.document(documentId)).current).toMatchObject({
    state: 'waiting',
  })
  await readFiles(studio)
  expect(await studio.document(documentId)).toMatchObject({ current: { state: 'ready', passages: 1 } })
})

test('only one file of an account is read at a time', async () => {
  const studio = await creator(app)
  await uploadFile(studio, 'a.md', text('oven'))
  await uploadFile(studio, 'b.md', text('flour'))
  await Promise.all([readFiles(studio), readFiles(studio)])
  const { documents, agent } = await studio.documents()
  expect(documents.map(({ current }) => current?.state)).toEqual(['ready', 'ready'])
  expect(agent.passages).toBe(2)
  await expectCounted(studio.agentId)
})

test('a deleted document does not answer the next question', async () => {
  const studio = await creator(app)
  const id = await addFile(studio, 'bread.md', text('oven'))
  expect((await studio.search('oven')).hits).toHaveLength(1)
  await studio.browser.call('studio.remove', { documentId: id })
  expect((await studio.search('oven')).hits).toEqual([])
  expect(await counted(studio.agentId)).toEqual([])
  expect((await studio.documents()).usage.used).toEqual({ bytes: 0, passages: 0 })
})

test('a version that is cancelled before it is read takes its document with it; a replacement leaves it', async () => {
  const studio = await creator(app)
  const first = await uploadFile(studio, 'a.md', text('oven'))
  await studio.browser.call('studio.cancel', { versionId: first.versionId })
  expect((await studio.documents()).documents).toEqual([])
  const id = await addFile(studio, 'b.md', text('oven'))
  const next = await uploadFile(studio, 'b.md', text('fridge'), id)
  await studio.browser.call('studio.cancel', { versionId: next.versionId })
  await readFiles(studio)
  expect(await studio.document(id)).toMatchObject({ current: { state: 'ready' }, next: null })
})
