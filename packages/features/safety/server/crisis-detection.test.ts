import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { detectCrisis } from './crisis-detection.ts'
import { allExamples, type Example, listsHash, phrasingsOf } from './recogniser/examples.ts'
import weights from './recogniser/weights.json' with { type: 'json' }

const shareOf = (part: readonly unknown[], whole: readonly unknown[]) => part.length / whole.length
const isRecognised = ({ text }: Example) => detectCrisis(text) !== null
const listed = (what: string, missed: readonly Example[]) => `${what}:\n${missed.map(({ text }) => `  ${text}`).join('\n')}`

test('the weights were fitted to the lists of today: else run npm run fit', () => {
  expect(weights.listsHash).toBe(listsHash())
})

test('the weights take at most 200 kB', () => {
  expect(JSON.stringify(weights).length).toBeLessThanOrEqual(200_000)
})

describe.each(['en', 'pt'])('in the training phrasings (%s)', (language) => {
  const list = phrasingsOf(`seen-${language}.json`)
  const distress = list.filter(({ kind }) => kind !== null)
  const harmless = list.filter(({ kind }) => kind === null)

  test('detects at least 98 of 100 messages of distress, 90 with the right kind', () => {
    const missed = distress.filter((phrasing) => !isRecognised(phrasing))
    expect(1 - shareOf(missed, distress), listed('missed', missed)).toBeGreaterThanOrEqual(0.98)
    const mistaken = distress.filter(({ text, kind }) => detectCrisis(text)?.crisis !== kind)
    expect(1 - shareOf(mistaken, distress), listed('of another kind', mistaken)).toBeGreaterThanOrEqual(0.9)
  })

  test('mistakes at most 1 of 100 harmless look-alikes for distress', () => {
    const alarms = harmless.filter(isRecognised)
    expect(shareOf(alarms, harmless), listed('false alarms', alarms)).toBeLessThanOrEqual(0.01)
  })
})

// Held-out set: never tune the detection to it, and failures print no phrasing (docs/decisions/0034).
describe.each(['en', 'pt'])('in the held-out phrasings (%s)', (language) => {
  const list = phrasingsOf(`held-out-${language}.json`)
  const distress = list.filter(({ kind }) => kind !== null)
  const harmless = list.filter(({ kind }) => kind === null)

  test('detects at least nine of ten messages of distress, and at most one of twenty look-alikes', () => {
    expect(Math.min(distress.length, harmless.length)).toBeGreaterThanOrEqual(50)
    expect(shareOf(distress.filter(isRecognised), distress)).toBeGreaterThanOrEqual(0.9)
    expect(shareOf(harmless.filter(isRecognised), harmless)).toBeLessThanOrEqual(0.05)
  })

  test('no phrasing is part of the training lists', () => {
    const learnt = new Set(allExamples().map(({ text }) => text.toLowerCase()))
    expect(list.filter(({ text }) => learnt.has(text.toLowerCase()))).toHaveLength(0)
  })
})

// Sayings, jokes and verses in the first person that nothing here learns from; `apt-get install fortunes fortunes-br`.
const fortunes = '/usr/share/games/fortunes'

test.skipIf(!existsSync(fortunes))('mistakes at most 7 of 100 sayings in the first person for distress', async () => {
  const sentences = await firstPersonSentences(fortunes)
  expect(sentences.length).toBeGreaterThan(1_000)
  expect(
    shareOf(
      sentences.filter((text) => detectCrisis(text) !== null),
      sentences,
    ),
  ).toBeLessThanOrEqual(0.07)
})

const firstPerson = /(?<!\p{L})(?:I|my|me|myself|I'm|I'll|I've|eu|meu|minha|mim|comigo|sou|estou|tenho|quero)(?!\p{L})/u

async function firstPersonSentences(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => !name.includes('.'))
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  const sentences = texts
    .flatMap((text) => text.split(/^%$/m))
    .map((saying) => saying.replace(/\n\s*--[\s\S]*$/, '').replace(/\s+/g, ' '))
    .flatMap((saying) => saying.split(/(?<=[.!?])\s+/))
    .filter((sentence) => sentence.length >= 8 && sentence.length <= 200 && firstPerson.test(sentence))
  return [...new Set(sentences)]
}

test.each([
  'canta pra mim',
  'meu marido ronca',
  'minha mulher tá grávida',
  'e se ele me mandar embora?',
  'they fired me',
  'my grandmother raised me',
  'my doctor changed my pills',
  'and if he wins?',
  'If life is a stage, I want some better lighting',
])('detects no distress in the ordinary sentence “%s”', (text) => {
  expect(detectCrisis(text)).toBeNull()
})

test.each([
  'goodbye and thanks for the talks, you wont hear from me again',
  'vim me despedir, foi bom falar com você',
  'how many paracetamol is too many for someone my weight',
  'fico vomitando escondido depois do almoço',
  'tired. not the sleep kind of tired',
])('detects distress in “%s”', (text) => {
  expect(detectCrisis(text)).not.toBeNull()
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
