import { person } from '@duo/server/testing/chat.ts'
import { addFile, creator } from '@duo/server/testing/studio.ts'
import { sharer, visitor } from '@duo/server/testing/studio-visitors.ts'
import { testApp } from '@duo/server/testing/test-app.ts'
import { afterAll, expect, test } from 'vitest'
import { maxShownPassages, type Reveal } from '../../agent-rules.ts'
import type { AudienceResult, OpenedPassage } from '../../agent-schema.ts'

const app = await testApp({ CONFIRM_EMAIL: 'off' })
afterAll(app.close)

const filler = 'These are more words, so that the passage is long enough to be a passage of its own in this list. '
const file = (parts: number) =>
  Array.from(
    { length: parts },
    (_, n) => `# Part ${n}\n\nThe loaf number ${n} weighs ${100 + n} grams. ${filler.repeat(6)}`,
  ).join('\n\n')

async function shared({ parts = 3, reveal = 'neighbours' as Reveal } = {}) {
  const studio = await creator(app)
  await addFile(studio, 'loaves.md', file(parts))
  const own = sharer(studio)
  await own.save('Bakery', { reveal })
  const result = await own.share()
  if (result.error !== null) throw new Error(result.error)
  const slug = result.sharing.slug ?? ''
  const passages = await app.db
    .selectFrom('studio_passage as passage')
    .innerJoin('studio_version as version', 'version.id', 'passage.version_id')
    .innerJoin('studio_document as document', 'document.id', 'version.document_id')
    .innerJoin('studio_agent as release', 'release.id', 'document.agent_id')
    .where('release.release_of', '=', studio.agentId)
    .select('passage.id')
    .orderBy('passage.place')
    .execute()
  return { ...studio, ...own, slug, visitor: visitor(app.url, slug), ids: passages.map(({ id }) => id) }
}

const textsOf = (opened: OpenedPassage | undefined) => opened?.passages.map(({ text, isCited }) => [text.slice(0, 17), isCited])

test.each([
  ['passage', [['The loaf number 1', true]]],
  [
    'neighbours',
    [
      ['The loaf number 0', false],
      ['The loaf number 1', true],
      ['The loaf number 2', false],
    ],
  ],
  [
    'document',
    [
      ['The loaf number 0', false],
      ['The loaf number 1', true],
      ['The loaf number 2', false],
      ['The loaf number 3', false],
    ],
  ],
] as const)('a visitor opens as much around a passage as the creator allows: %s', async (reveal, expected) => {
  const { visitor, ids } = await shared({ parts: 4, reveal })
  const { result } = await visitor.open(ids[1] ?? '')
  expect(result?.error === null ? textsOf(result.opened) : result).toEqual(expected)
})

test('a visitor reads twenty passages a day: more are named without a text; what was read may be read again', async () => {
  const { visitor, ids } = await shared({ parts: maxShownPassages + 3, reveal: 'passage' })
  for (const id of ids.slice(0, maxShownPassages)) expect((await visitor.open(id)).result?.error).toBeNull()
  expect((await visitor.open(ids[maxShownPassages] ?? '')).result).toEqual({ error: 'limited' })
  expect((await visitor.open(ids[0] ?? '')).result?.error).toBeNull()
  const { sources, text } = await visitor.ask(`What does the loaf number ${maxShownPassages + 1} weigh?`)
  expect(sources[0]).toEqual({ title: 'loaves.md', source: expect.any(String) })
  expect(text).toMatch(/^You have read as much/)
  expect(text).not.toContain('grams')
})

test('a blocked visitor is refused, others are not; the creator learns no address', async () => {
  const { visitor: blocked, browser, agentId, slug } = await shared()
  expect((await blocked.ask('What does the loaf number 1 weigh?')).status).toBe(200)
  const audience = async () => (await browser.call('studio.audience', { agentId })).data as AudienceResult
  const [asker] = (await audience()).askers
  expect(asker).toMatchObject({ questions: 1, blocked: false })
  expect(JSON.stringify(asker)).not.toMatch(/127\.0\.0\.1|::1/)
  await browser.call('studio.blockAsker', { agentId, asker: asker?.asker, blocked: true })
  expect((await blocked.ask('And number 2?')).status).toBe(403)
  const other = visitor(app.url, slug, await person(app))
  expect((await other.ask('What does the loaf number 1 weigh?')).status).toBe(200)
  await browser.call('studio.blockAsker', { agentId, asker: asker?.asker, blocked: false })
  expect((await blocked.ask('What does the loaf number 1 weigh?')).status).toBe(200)
})

test('a blocked account is refused without its account as well, and opens no passage', async () => {
  const { browser, agentId, slug, ids, visitor: signedOut } = await shared()
  const account = visitor(app.url, slug, await person(app))
  expect((await account.ask('What does the loaf number 1 weigh?')).status).toBe(200)
  const { askers } = (await browser.call('studio.audience', { agentId })).data as AudienceResult
  await browser.call('studio.blockAsker', { agentId, asker: askers[0]?.asker, blocked: true })
  for (const blocked of [account, signedOut]) {
    expect((await blocked.ask('What does the loaf number 1 weigh?')).status).toBe(403)
    expect((await blocked.open(ids[0] ?? '')).result).toEqual({ error: 'gone' })
  }
  expect((await visitor(app.url, slug, await person(app)).ask('What does the loaf number 1 weigh?')).status).toBe(200)
})

test('crisis help comes also from a link that has ended', async () => {
  const { visitor, unshare } = await shared()
  await unshare()
  expect((await visitor.ask('What does the loaf number 1 weigh?')).status).toBe(404)
  const { status, text } = await visitor.ask('I want to kill myself')
  expect(status).toBe(200)
  expect(text).toContain('988')
})

test('passages of a draft and of another agent are gone, and links that were never given are not found', async () => {
  const mine = await shared()
  const theirs = await shared()
  expect((await mine.visitor.open(theirs.ids[0] ?? '')).result).toEqual({ error: 'gone' })
  const [document] = (await mine.documents()).documents
  const [ofDraft] = (await mine.passages(document?.id ?? '')).passages
  expect((await mine.visitor.open(ofDraft?.id ?? '')).result).toEqual({ error: 'gone' })
  expect((await visitor(app.url, 'never-given-x7k2m9ab').agent()).status).toBe(404)
})

test('the creator sees a report and whether a page is their own', async () => {
  const { visitor: reporter, browser, agentId, slug } = await shared()
  expect(await reporter.report('It is wrong.')).toBe(200)
  const { reports } = (await browser.call('studio.audience', { agentId })).data as AudienceResult
  expect(reports).toEqual([expect.objectContaining({ reason: 'It is wrong.', question: '', reply: '' })])
  expect((await reporter.agent()).agent?.isOwn).toBe(false)
  expect((await visitor(app.url, slug, browser).agent()).agent?.isOwn).toBe(true)
})

test('a reply is reported only with the note that the server signed for it', async () => {
  const { visitor: reporter, browser, agentId } = await shared()
  const { text, provenance } = await reporter.ask('What does the loaf number 1 weigh?')
  const notGiven = { error: 'not_given' }
  expect(await reporter.reportReply('An insult.', '')).toEqual(notGiven)
  expect(await reporter.reportReply('An insult.', provenance)).toEqual(notGiven)
  expect(await reporter.reportReply(text, '')).toEqual(notGiven)
  // the limit of a network's reports is another test's
  await app.db.deleteFrom('rate_limit').execute()
  expect(await reporter.reportReply(text, `${provenance.slice(0, -4)}AAAA`)).toEqual(notGiven)
  // another agent gave it
  const { visitor: other } = await shared()
  expect(await other.reportReply(text, provenance)).toEqual(notGiven)
  expect(await reporter.reportReply(text, provenance)).toEqual({ error: null })
  const { reports } = (await browser.call('studio.audience', { agentId })).data as AudienceResult
  expect(reports).toEqual([expect.objectContaining({ question: 'Why?', reply: text })])
})
