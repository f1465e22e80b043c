import { expect, test } from 'vitest'
import { createCompletionReader } from './completion-reader.ts'

const event = (data: object) => `data: ${JSON.stringify(data)}\n\n`
const choice = (delta: object, finish_reason: string | null = null) => event({ choices: [{ delta, finish_reason }] })
const bytesOf = (text: string) => new TextEncoder().encode(text)

/** What a reader has at the end, of a stream that arrives in pieces of `size` bytes. */
function read(stream: string, size = Number.POSITIVE_INFINITY) {
  const reader = createCompletionReader()
  const got = { text: '', thought: '', fault: null as unknown }
  const bytes = bytesOf(stream)
  try {
    for (let from = 0; from < bytes.length; from += size)
      for (const { text, thought } of reader.read(bytes.subarray(from, from + size))) {
        got.text += text
        got.thought += thought
      }
  } catch (fault) {
    got.fault = fault
  }
  return { ...got, end: reader.end() }
}

const usage = {
  prompt_tokens: 90,
  completion_tokens: 12,
  prompt_tokens_details: { cached_tokens: 80 },
  completion_tokens_details: { reasoning_tokens: 2 },
}
const end = { isCut: false, promptTokens: 90, cachedTokens: 80, answerTokens: 10 }

test.each([
  ['a text', choice({ content: 'Olá, ' }) + choice({ content: 'você 🎩' }), { text: 'Olá, você 🎩', thought: '' }],
  [
    'parts',
    choice({ content: [{ type: 'text', text: 'It ' }, { type: 'image_url' }, { type: 'text', text: 'weaves' }] }),
    { text: 'It weaves', thought: '' },
  ],
  [
    'thoughts beside it',
    choice({ reasoning_content: 'Hm' }) + choice({ reasoning: ', well' }) + choice({ content: 'It' }),
    { text: 'It', thought: 'Hm, well' },
  ],
  [
    'thoughts as parts',
    choice({ content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'Hm' }] }] }),
    { text: '', thought: 'Hm' },
  ],
  ['a refusal', choice({ content: null, refusal: 'I cannot.' }), { text: 'I cannot.', thought: '' }],
  ['a call of a tool', choice({ tool_calls: [{ index: 0, function: { arguments: '{}' } }] }), { text: '', thought: '' }],
])('reads %s, whole and byte by byte', (_, events, written) => {
  const stream = `: ping\r\n\r\n${events}${choice({}, 'stop')}${event({ choices: [], usage })}data: [DONE]\n\n`
  expect(read(stream)).toEqual({ ...written, fault: null, end })
  expect(read(stream, 1)).toEqual({ ...written, fault: null, end })
})

test('without a finish reason there is no end, and a bad report of tokens counts as none', () => {
  expect(read(choice({ content: 'It' })).end).toBeNull()
  const stream = choice({ content: 'It' }, 'length') + event({ choices: [], usage: { prompt_tokens: 'many' } })
  expect(read(stream)).toMatchObject({ text: 'It', end: { isCut: true, promptTokens: 0, answerTokens: 0 } })
})

test.each([
  ['an event that is no JSON', 'data: {"choices": [{"delta": oops\n\n'],
  ['an event of another shape', event({ choices: 'none' })],
])('%s ends the reading after what was written before, and its error quotes nothing', (_, bad) => {
  const { text, fault, end } = read(choice({ content: 'It' }) + bad + choice({ content: ' weaves' }, 'stop'))
  expect([text, end]).toEqual(['It', null])
  expect(String(fault)).toBe('Error: the endpoint sent an invalid event')
})

test('an error of the endpoint ends the reading and is passed on', () => {
  const error = { message: 'You exceeded your current quota', code: 'insufficient_quota' }
  expect(read(choice({ content: 'It' }) + event({ error }))).toMatchObject({ text: 'It', fault: error, end: null })
})

test('an event that never ends does', () => {
  const reader = createCompletionReader()
  const piece = bytesOf('x'.repeat(500_000))
  const endless = () => {
    for (let count = 0; count < 20; count += 1) for (const _ of reader.read(piece));
  }
  for (const _ of reader.read(bytesOf('data: {"choices":["'))) expect.unreachable()
  expect(endless).toThrow(/buffer/i)
})
