import { password } from '@duo/server/testing/accounts.ts'
import { addFile, creator } from '@duo/server/testing/studio.ts'
import { testApp } from '@duo/server/testing/test-app.ts'
import { afterAll, describe, expect, test } from 'vitest'

const app = await testApp({ CONFIRM_EMAIL: 'off' })
afterAll(app.close)

const filler = 'These are more words, so that the passage is long enough to be a passage of its own in this list. '
const file = ['oven', 'flour', 'salt'].map((topic) => `# ${topic}\n\nThe ${topic} comes first. ${filler.repeat(6)}`).join('\n\n')

async function openDocument() {
  const studio = await creator(app)
  const id = await addFile(studio, 'bread.md', file)
  const list = async () => (await studio.passages(id)).passages
  return { ...studio, id, list, first: (await list())[0]?.id ?? '' }
}

const used = async (studio: Awaited<ReturnType<typeof openDocument>>, question: string) =>
  (await studio.search(question)).hits.filter(({ isUsed }) => isUsed).map(({ text }) => text.slice(0, 20))

describe('a passage', () => {
  test('that is edited is found by its new text; the file stays', async () => {
    const studio = await openDocument()
    await studio.browser.call('studio.editPassage', { id: studio.first, text: 'The kiln reaches 900 degrees.' })
    expect(await used(studio, 'How many degrees does the kiln reach?')).toEqual(['The kiln reaches 900'])
    const [first] = await studio.list()
    expect(first).toMatchObject({ isEdited: true, originals: [expect.stringContaining('The oven comes first')] })
    const original = await studio.browser.request(`/api/studio/originals/${studio.id}`)
    expect(await original.text()).toBe(file)
  })

  test('that is hidden does not answer until it is shown again', async () => {
    const studio = await openDocument()
    const before = await used(studio, 'oven')
    await studio.browser.call('studio.hidePassage', { id: studio.first, hidden: true })
    expect(await used(studio, 'oven')).toEqual([])
    expect((await studio.documents()).agent.passages).toBe(2)
    await studio.browser.call('studio.hidePassage', { id: studio.first, hidden: false })
    expect(await used(studio, 'oven')).toEqual(before)
  })

  test('can be split and merged again', async () => {
    const studio = await openDocument()
    const [whole] = await studio.list()
    const at = whole?.text.indexOf('These') ?? 0
    await studio.browser.call('studio.splitPassage', { id: studio.first, at })
    expect((await studio.list()).map(({ text }) => text.slice(0, 11))).toEqual([
      'The oven co',
      'These are m',
      'The flour c',
      'The salt co',
    ])
    await studio.browser.call('studio.mergePassage', { id: studio.first })
    const merged = await studio.list()
    expect(merged).toHaveLength(3)
    expect(merged[0]).toMatchObject({ originals: whole?.originals })
  })

  test('at the end has nothing to be merged with', async () => {
    const studio = await openDocument()
    const last = (await studio.list()).at(-1)
    expect((await studio.browser.call('studio.mergePassage', { id: last?.id })).data).toEqual({ error: 'last' })
  })

  test('is not overwritten by an edit that began before another one', async () => {
    const studio = await openDocument()
    const before = (await studio.list())[0]?.text
    const edit = async (text: string) =>
      (await studio.browser.call('studio.editPassage', { id: studio.first, text, before })).data
    expect(await edit('The first tab.')).toMatchObject({ error: null })
    expect(await edit('The second tab.')).toEqual({ error: 'changed' })
    expect((await studio.list())[0]?.text).toBe('The first tab.')
  })

  test.each([
    ['studio.editPassage', { text: 'mine' }],
    ['studio.hidePassage', { hidden: true }],
    ['studio.mergePassage', {}],
    ['studio.splitPassage', { at: 5 }],
  ])('of another account cannot be changed by %s', async (procedure, input) => {
    const [studio, otherUser] = [await openDocument(), await creator(app)]
    const before = await studio.list()
    expect(await otherUser.browser.call(procedure, { id: studio.first, ...input })).toMatchObject({ status: 404 })
    expect(await studio.list()).toEqual(before)
  })

  test.each([
    ['', 'text_required'],
    ['x'.repeat(4_001), 'text_too_long'],
  ])('cannot be changed to a text of the wrong length', async (text, code) => {
    const studio = await openDocument()
    expect(await studio.browser.call('studio.editPassage', { id: studio.first, text })).toMatchObject({
      status: 400,
      fields: { text: code },
    })
  })
})

test('the account’s download names its documents, and deleting the account deletes files, passages and terms', async () => {
  const studio = await openDocument()
  expect(await studio.browser.call('auth.download')).toMatchObject({
    data: { document: { studio: [{ name: 'My Duo', documents: [{ name: 'bread.md', current: { state: 'ready' } }] }] } },
  })
  await studio.browser.call('auth.erase', { password })
  for (const table of [
    'studio_agent',
    'studio_document',
    'studio_version',
    'studio_chunk',
    'studio_passage',
    'studio_term',
  ] as const) {
    const rows = await app.db.selectFrom(table).selectAll().execute()
    const own = rows.filter((row) => JSON.stringify(row).includes(studio.agentId) || JSON.stringify(row).includes(studio.id))
    expect(own, table).toEqual([])
  }
})
