import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type Phrasing, phrasings } from './classifier.ts'
import { detectCrisis } from './crisis-detection.ts'
import heldOutEn from './held-out-en.json' with { type: 'json' }
import heldOutPt from './held-out-pt.json' with { type: 'json' }
import seenEn from './seen-en.json' with { type: 'json' }
import seenPt from './seen-pt.json' with { type: 'json' }

const shareOf = (part: readonly unknown[], whole: readonly unknown[]) => part.length / whole.length
const isRecognised = ({ text }: Phrasing) => detectCrisis(text) !== null
const listed = (what: string, missed: readonly Phrasing[]) => `${what}:\n${missed.map(({ text }) => `  ${text}`).join('\n')}`

describe.each([
  ['English', seenEn as Phrasing[]],
  ['Portuguese', seenPt as Phrasing[]],
])('in the %s training phrasings', (_, list) => {
  const distress = list.filter(({ kind }) => kind !== null)
  const harmless = list.filter(({ kind }) => kind === null)

  test('detects at least 98 of 100 messages of distress, 95 with the right kind', () => {
    expect(Math.min(distress.length, harmless.length)).toBeGreaterThanOrEqual(100)
    const missed = distress.filter((phrasing) => !isRecognised(phrasing))
    expect(1 - shareOf(missed, distress), listed('missed', missed)).toBeGreaterThanOrEqual(0.98)
    const mistaken = distress.filter(({ text, kind }) => detectCrisis(text)?.crisis !== kind)
    expect(1 - shareOf(mistaken, distress), listed('of another kind', mistaken)).toBeGreaterThanOrEqual(0.95)
  })

  test('mistakes at most 3 of 100 harmless look-alikes for distress', () => {
    const alarms = harmless.filter(isRecognised)
    expect(shareOf(alarms, harmless), listed('false alarms', alarms)).toBeLessThanOrEqual(0.03)
  })
})

// Held-out set: never tune the detection to it, and failures print no phrasing. The goal is 92 and 5 of 100
// (docs/decisions/0034).
describe.each([
  ['English', heldOutEn as Phrasing[]],
  ['Portuguese', heldOutPt as Phrasing[]],
])('in the %s held-out phrasings', (_, list) => {
  const distress = list.filter(({ kind }) => kind !== null)
  const harmless = list.filter(({ kind }) => kind === null)

  test('detects at least nine of ten messages of distress, and at most one of twenty look-alikes', () => {
    expect(Math.min(distress.length, harmless.length)).toBeGreaterThanOrEqual(50)
    expect(shareOf(distress.filter(isRecognised), distress)).toBeGreaterThanOrEqual(0.9)
    expect(shareOf(harmless.filter(isRecognised), harmless)).toBeLessThanOrEqual(0.05)
  })

  test('no phrasing is part of the training lists', () => {
    const learnt = new Set(phrasings.map(({ text }) => text.toLowerCase()))
    expect(list.filter(({ text }) => learnt.has(text.toLowerCase()))).toHaveLength(0)
  })
})

test.each([
  ['I want to die', 'en'],
  ['quero morrer', 'pt'],
  ['meu marido me bate', 'pt'],
  ['my husband hits me', 'en'],
] as const)('detects the language of “%s” (%s)', (text, language) => {
  expect(detectCrisis(text)?.language).toBe(language)
})

test.each([
  'My grandmother has cancer, should she take radium?',
  'Should I sue my landlord?',
  'you are a stupid machine',
  'I love you',
  'te odeio',
  'cala a boca',
  'again',
  'Just tonight',
  'de novo',
  'Quem foi Babbage?',
  'How did Hypatia die?',
  'My daughter is 9 and maths bores her. I tried apps, I tried a tutor, I even bribed her with ice cream. What would you say to her?',
])('detects no distress in “%s”', (text) => {
  expect(detectCrisis(text)).toBeNull()
})

test('detects no distress in the questions that a persona’s notes answer', async () => {
  const folder = join(import.meta.dirname, '../../../../db/seeds/agents')
  const agents = await Promise.all((await readdir(folder)).map((file) => readFile(join(folder, file), 'utf8')))
  const questions = agents.flatMap((text) =>
    [...text.matchAll(/"questions": (\[[^\]]*\])/g)].map(([, list = '[]']): unknown => JSON.parse(list)),
  )
  const all = z.array(z.string()).min(1_000).parse(questions.flat())
  expect(all.filter((question) => detectCrisis(question) !== null)).toEqual([])
})

test('detects one sentence of distress in a long letter', () => {
  const letter = 'I read your notes on the engine with joy. They are long, and I have many questions about them. '
  expect(detectCrisis(`${letter.repeat(6)}By the way, I want to kill myself. ${letter.repeat(6)}`)?.crisis).toBe('suicide')
})

test('checks the longest possible message in less than half a second', () => {
  const hostile = ['my husband ', 'i want to ', 'a ', 'nao me ', 'kill '].map((words) => words.repeat(2_000).slice(0, 4_000))
  const startedAt = performance.now()
  for (const message of hostile) detectCrisis(message)
  expect((performance.now() - startedAt) / hostile.length).toBeLessThan(500)
})
