import { expect, test } from 'vitest'
import { createThoughtFilter } from './thoughts.ts'

interface Options {
  isThinker?: boolean
  isCut?: boolean
}

/** What a reader has at the end, and everything that was ever shown. */
function read(pieces: Iterable<string>, { isThinker = false, isCut = false }: Options = {}) {
  const filter = createThoughtFilter(isThinker)
  const got = { text: '', ever: '' }
  for (const piece of pieces) {
    const { text, restart } = filter.add(piece)
    if (restart) got.text = ''
    got.text += text
    got.ever += text
  }
  const end = filter.end(isCut)
  return { text: got.text + end, ever: got.ever + end }
}

/** As one piece, and letter by letter. */
const chunked = (text: string) => [[text], [...text]]

test.each([
  ['<think>secret</think>It weaves.', 'It weaves.'],
  ['<THINK>\nsecret\n</THINK>\n\nIt weaves.', 'It weaves.'],
  ['\n<think >secret</ think>', ''],
  ['<thinking>secret <b> 1 < 2</thinking> It weaves.', 'It weaves.'],
  ['It weaves. <think>secret</think>It counts.', 'It weaves. It counts.'],
  ['<think>secret</think>It weaves.<think>secret', 'It weaves.'],
  ['<think>secret that never ends', ''],
  ['<think></think>It weaves.', 'It weaves.'],
  ['</think>It weaves.', 'It weaves.'],
  ['Okay, the user asks: secret.</think>\nIt weaves.', 'It weaves.'],
  ['Hmm. secret. Now I must answer.</think>It weaves.', 'It weaves.'],
])('shows nothing of the thought in %j', (written, shown) => {
  for (const pieces of chunked(written)) {
    const { text, ever } = read(pieces)
    expect(text).toBe(shown)
    expect(ever).not.toContain('secret')
  }
})

test.each([
  'A < B, and a <b>bold</b> word, <thinker>, <thin',
  'Okay. Let us begin.',
  'First, an engine. Second, a loom.',
  'I should like to answer <as> I am.',
])('keeps %j as it is', (written) => {
  for (const pieces of chunked(written)) expect(read(pieces).text).toBe(written)
})

test('takes back a thought without an opening tag that did not look like one', () => {
  for (const pieces of chunked('Engines weave. I could say so.</think>\n\nThey do.')) expect(read(pieces).text).toBe('They do.')
})

test('from a model that thought so before, shows nothing until the thought ends', () => {
  const { text, ever } = read([...'Engines weave secrets.</think>They do.'], { isThinker: true })
  expect([text, ever]).toEqual(['They do.', 'They do.'])
})

test('shows the first words at once, and an answer that begins like a thought as soon as it turns out to be none', () => {
  const filter = createThoughtFilter(false)
  expect(filter.add('Engines').text).toBe('Engines')
  const doubtful = createThoughtFilter(false)
  expect(doubtful.add('Let me tell you of my engine. ').text).toBe('')
  expect(doubtful.add('It weaves and weaves. '.repeat(20)).text).toMatch(/^Let me tell you of my engine\. It weaves/)
})

test('drops a thought without tags that the limit has cut', () => {
  expect(read(['Okay, the user wants'], { isCut: true }).text).toBe('')
  expect(read(['Okay, the user wants'], { isCut: false }).text).toBe('Okay, the user wants')
})
