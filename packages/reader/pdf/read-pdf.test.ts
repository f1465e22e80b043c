import { expect, test } from 'vitest'
import { read } from '../read.ts'
import { type PrintedLine, pdf, printed } from '../testing/make-pdf.ts'
import { readAll } from '../testing/read-all.ts'

const readPages = (pages: (PrintedLine[] | string)[], options = {}) => readAll(read(pdf(pages, options), 'a'))
const line = (place: number, topic: string) => `Line ${place} of ${topic} says what a baker does with it at home.`
const body = (topic: string, count = 10) => printed(Array.from({ length: count }, (_, place) => line(place, topic)))
const framed = (page: number, lines: PrintedLine[]): PrintedLine[] => [
  { text: `The bread book ${page}`, y: 810, size: 9 },
  ...lines,
  { text: `Page ${page} of 6`, x: 280, y: 40, size: 9 },
]
const topics = ['flour', 'water', 'salt', 'yeast', 'heat', 'time']
const textOf = ({ passages }: Awaited<ReturnType<typeof readAll>>) => passages.map(({ text }) => text).join('\n')

test('each passage has its pages, and neither headers nor page numbers', async () => {
  const result = await readPages(
    topics.map((topic, place) => framed(place + 1, body(topic))),
    { title: 'Bread' },
  )
  expect([result.type, result.title, result.pages]).toEqual(['pdf', 'Bread', 6])
  expect(textOf(result)).not.toMatch(/bread book|Page \d/)
  for (const [place, topic] of topics.entries()) {
    const passage = result.passages.find(({ text }) => text.includes(line(3, topic)))
    expect(passage?.page).toBeLessThanOrEqual(place + 1)
    expect(passage?.lastPage ?? passage?.page).toBeGreaterThanOrEqual(place + 1)
  }
})

test('bookmarks are the headings, and their printed titles no text', async () => {
  const pages = ['Flour', 'Water', 'Salt'].map((title, place) => [
    { text: `Chapter ${place + 1}`, y: 800, size: 16 },
    { text: title, y: 780, size: 20 },
    ...body(title),
  ])
  const bookmarks = ['Flour', 'Water', 'Salt'].map((title, place) => ({ title, page: place + 1 }))
  const { passages } = await readPages(pages, { bookmarks })
  expect(passages.map(({ headings, page }) => [headings, page])).toEqual([
    [['Flour'], 1],
    [['Water'], 2],
    [['Salt'], 3],
  ])
  expect(passages.every(({ text }) => text.startsWith('Line 0'))).toBe(true)
})

test('without bookmarks, larger letters are the headings', async () => {
  const { passages } = await readPages([
    [{ text: 'Dough', y: 800, size: 22 }, { text: 'Kinds of flour', y: 778, size: 15 }, ...body('flour')],
    [{ text: 'Kinds of salt', y: 778, size: 15 }, ...body('salt')],
  ])
  expect(passages.map(({ headings }) => headings)).toEqual([
    ['Dough', 'Kinds of flour'],
    ['Dough', 'Kinds of salt'],
  ])
})

test('words that a line divides are whole, and a hyphen that belongs to a word stays', async () => {
  const result = await readPages([
    printed([
      'The sourdough is a well-known mix-',
      'ture of flour and water, and a well-',
      'known one. See https://bread.test/sour-',
      'dough/ for more, he disse-',
      'lhe, from 2019-',
      '2021 on.',
    ]),
  ])
  expect(textOf(result)).toBe(
    'The sourdough is a well-known mixture of flour and water, and a well-known one. See https://bread.test/sour-dough/ for more, he disse-lhe, from 2019-2021 on.',
  )
})

test('a table of contents is no text', async () => {
  const contents = printed([
    'Contents',
    ...topics.map((topic, place) => `${place + 1} All about ${topic} . . . . . . . . . . . ${place + 3}`),
  ])
  const result = await readPages([contents, ...topics.map((topic) => body(topic))])
  expect(textOf(result)).not.toMatch(/All about|Contents/)
  expect(result.done?.emptyPages).toEqual([])
})

test('a sentence that goes on overleaf stays whole', async () => {
  const { passages } = await readPages([
    [...body('flour'), { text: 'It is then put into the', y: 600 }],
    [...printed(['oven for an hour. It comes out brown.']), ...body('heat', 12).map((one) => ({ ...one, y: one.y - 60 }))],
  ])
  expect(passages.map(({ text }) => text).join(' ')).toContain('It is then put into the oven for an hour.')
})

test('a listing keeps its lines, and a table its rows', async () => {
  const result = await readPages([
    [
      { text: 'This is how to mix the dough in a program:', y: 760 },
      { text: 'if flour:', y: 730, font: 'Courier' },
      { text: 'mix()', x: 98.4, y: 716, font: 'Courier' },
      { text: 'Rye', y: 680 },
      { text: '3 EUR', x: 200, y: 680 },
      { text: 'Wheat', y: 666 },
      { text: '2 EUR', x: 200, y: 666 },
    ],
  ])
  expect(textOf(result)).toBe('This is how to mix the dough in a program:\n\nif flour:\n    mix()\n\nRye | 3 EUR\nWheat | 2 EUR')
})

test('pages that are pictures are named, empty ones are not', async () => {
  const picture =
    '<< /Type /XObject /Subtype /Image /Width 2 /Height 2 /ColorSpace /DeviceGray /BitsPerComponent 8 /Length 4 >>\nstream\nabcd\nendstream'
  const result = await readPages([body('flour'), 'q 500 0 0 700 0 0 cm /Im Do Q', 'q Q', body('salt')], { objects: [picture] })
  expect(result.done?.emptyPages).toEqual([2])
})

test('pages that look alike are told apart by their numbers, and equal ones merge', async () => {
  const page = (price: number) =>
    printed(Array.from({ length: 9 }, (_, place) => `Bread number ${place} of this list costs ${price} euros in every shop.`))
  const result = await readPages([page(3), page(3), page(4)])
  expect(result.done?.repeated).toBe(1)
  expect(textOf(result)).toContain('costs 4 euros')
})
