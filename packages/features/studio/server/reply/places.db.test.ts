import { pdf, printed } from '@duo/reader/testing/make-pdf.ts'
import { addFile, creator } from '@duo/server/testing/studio.ts'
import { askStudio } from '@duo/server/testing/studio-replies.ts'
import { sharer, visitor } from '@duo/server/testing/studio-visitors.ts'
import { testApp } from '@duo/server/testing/test-app.ts'
import { afterAll, expect, test } from 'vitest'

const app = await testApp({ CONFIRM_EMAIL: 'off', TRUST_PROXY: '1' })
afterAll(app.close)

const lessons = `# Bees

## Lesson 1: The hive

Paint the outside of the hive with linseed oil.

## Lesson 2: The smoker

Use dry pine needles in the smoker.

## Lesson 3: Stings

Scrape the sting off with a fingernail.
`
const webinar = ['We count mites today.', 'Shake the bees into a white tub.', 'Thymol needs fifteen degrees.']
  .map((text, at) => `${at + 1}\n00:0${at}:31,000 --> 00:0${at}:50,000\n${text}\n`)
  .join('\n')
const prices = 'Item,Price,Unit\nHoney,7.90,jar\nWax,14.00,kilogram\nVeil,12.50,piece\n'
const filler = (topic: string) => Array.from({ length: 4 }, (_, at) => `The supplier keeps rule ${at} of ${topic} at all times.`)
const contract = pdf([
  printed([...filler('delivery'), 'The colonies are delivered in']),
  printed(['the month of May. Nothing else is sent.', ...filler('payment'), 'Late invoices bear interest of four percent.']),
])

const files = {
  'bees.md': lessons,
  'webinar.srt': webinar,
  'prices.csv': prices,
  'contract.pdf': Buffer.from(contract),
  'notes.txt': 'The club was founded in spring.\n\nDogs must be kept on a lead.\n\nThe fee is due in October.',
}

async function withFile(name: keyof typeof files) {
  const studio = await creator(app)
  const documentId = await addFile(studio, name, files[name])
  const cookie = [...studio.browser.cookies].map(([key, value]) => `${key}=${value}`).join('; ')
  const ask = async (question: string) => {
    const input = { agentId: studio.agentId, question }
    const headers = { cookie, origin: new URL(app.url).origin }
    const { sources, text } = await askStudio({ url: app.url, procedure: 'studio.tryAgent', input, headers })
    return {
      text,
      sources: sources.map(({ source, passage, text = '' }) => ({ source, passage, isIn: text.includes(passage ?? '—') })),
    }
  }
  const edit = async (text: (before: string) => string) => {
    const [first] = (await studio.passages(documentId)).passages
    await studio.browser.call('studio.editPassage', { id: first?.id, text: text(first?.text ?? '') })
  }
  return { ...studio, documentId, ask, edit }
}

test.each([
  ['bees.md', 'How do I scrape a sting off?', 'Lesson 3: Stings', 'Scrape the sting off with a fingernail.'],
  ['webinar.srt', 'What does thymol need?', 'Minute 2:31', 'Thymol needs fifteen degrees.'],
  ['prices.csv', 'What is the price of a veil?', 'Line 4', 'Item: Veil; Price: 12.50; Unit: piece'],
  ['contract.pdf', 'What interest do late invoices bear?', 'Page 2', 'Late invoices bear interest of four percent.'],
  ['notes.txt', 'Must dogs be on a lead?', 'Line 3', 'Dogs must be kept on a lead.'],
] as const)(
  'of a passage of %s, a reply cites the place of the sentence and marks it alone',
  async (name, question, source, passage) => {
    const { ask } = await withFile(name)
    const { sources } = await ask(question)
    expect(sources).toMatchObject([{ source, isIn: true }])
    expect(sources[0]?.passage).toContain(passage)
    // where the passage begins with something else, that is not marked
    expect(sources[0]?.passage).not.toMatch(/linseed|We count|Honey|rule 0 of delivery|founded/)
  },
)

test('an edit, a split and a new version keep the places of sentences', async () => {
  const studio = await withFile('bees.md')
  await studio.edit((text) => text.replace('dry pine needles', 'only dry pine needles').replace('# Bees', ''))
  expect((await studio.ask('What do I use in the smoker?')).sources).toMatchObject([
    { source: 'Lesson 2: The smoker', passage: 'Use only dry pine needles in the smoker.' },
  ])
  expect((await studio.ask('How do I scrape a sting off?')).sources).toMatchObject([{ source: 'Lesson 3: Stings' }])
  const [first] = (await studio.passages(studio.documentId)).passages
  await studio.browser.call('studio.splitPassage', { id: first?.id, at: first?.text.indexOf('Lesson 3') })
  expect((await studio.passages(studio.documentId)).passages.map(({ headings }) => headings.at(-1))).toEqual([
    'Lesson 1: The hive',
    'Lesson 3: Stings',
  ])
  await addFile(studio, 'bees.md', `${lessons}\n# Winter\n\nFit a mouse guard in October.`, studio.documentId)
  expect((await studio.ask('What do I use in the smoker?')).sources).toMatchObject([
    { source: 'Lesson 2: The smoker', passage: 'Use only dry pine needles in the smoker.' },
  ])
  await studio.browser.call('studio.mergePassage', { id: (await studio.passages(studio.documentId)).passages[0]?.id })
  expect((await studio.ask('How do I scrape a sting off?')).sources).toMatchObject([{ source: 'Lesson 3: Stings' }])
})

test('visitors of what is shared are shown the same place', async () => {
  const studio = await withFile('bees.md')
  const own = sharer(studio)
  await own.save('Bees')
  const shared = await own.share()
  if (shared.error !== null) throw new Error(shared.error)
  const { sources } = await visitor(app.url, shared.sharing.slug ?? '').ask('How do I scrape a sting off?')
  expect(sources).toMatchObject([{ source: 'Lesson 3: Stings', passage: 'Scrape the sting off with a fingernail.' }])
})

test('a passage that was read before there were marks is cited as a whole', async () => {
  const studio = await withFile('contract.pdf')
  await app.db.updateTable('studio_passage').set({ marks: '[]' }).where('text', 'like', '%four percent%').execute()
  expect((await studio.ask('What interest do late invoices bear?')).sources).toMatchObject([
    { source: 'Pages 1 to 2', isIn: true },
  ])
})
