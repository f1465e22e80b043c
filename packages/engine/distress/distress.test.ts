import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { locales } from '@duo/platform/shared/locale.ts'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { detectDistress } from './distress.ts'
import { allExamples, type Example, examplesIn, listsHash } from './fit/examples.ts'
import weights from './recogniser/weights.json' with { type: 'json' }

const levelOf = (text: string) => detectDistress(text)?.level ?? null
const isCertain = (text: string) => levelOf(text) === 'certain'
const shareOf = (part: readonly unknown[], whole: readonly unknown[]) => part.length / whole.length

test('the weights were fitted to the lists of today: else run npm run fit', () => {
  expect(weights.listsHash).toBe(listsHash())
})

test('the weights take at most 200 kB', () => {
  expect(JSON.stringify(weights).length).toBeLessThanOrEqual(200_000)
})

// Gate (a) of decision 34. Sayings, jokes and verses that nothing here learns from; `apt-get install fortunes fortunes-br`.
const fortunes = '/usr/share/games/fortunes'
const gate = existsSync(join(fortunes, 'brasil')) ? test : test.skip

gate(
  'of the first-person sentences in Debian’s fortunes, at most 3 of 1,000 are certain, and 2 of 100 certain or unsure',
  async () => {
    const sentences = (await Promise.all(locales.map(firstPersonSentences))).flat()
    expect(sentences.length).toBeGreaterThan(4_000)
    const certain = sentences.filter(isCertain)
    expect(shareOf(certain, sentences), certain.join('\n')).toBeLessThanOrEqual(0.003)
    const either = sentences.filter((text) => levelOf(text) !== null)
    expect(shareOf(either, sentences), either.join('\n')).toBeLessThanOrEqual(0.02)
  },
)

const firstPerson = /(?<!\p{L})(?:I|my|me|myself|I'm|I'll|I've|eu|meu|minha|mim|comigo|sou|estou|tenho|quero)(?!\p{L})/u

async function firstPersonSentences(language: string): Promise<string[]> {
  const names = (await readdir(fortunes)).filter((name) => !name.includes('.') && (name === 'brasil') === (language === 'pt'))
  const texts = await Promise.all(names.map((name) => readFile(join(fortunes, name), 'utf8')))
  const sentences = texts
    .flatMap((text) => text.split(/^%$/m))
    .map((saying) => saying.replace(/\n\s*--[\s\S]*$/, '').replace(/\s+/g, ' '))
    .flatMap((saying) => saying.split(/(?<=[.!?])\s+/))
    .filter((sentence) => sentence.length >= 8 && sentence.length <= 200 && firstPerson.test(sentence))
  return [...new Set(sentences)]
}

describe.each(locales)('in the held-out phrasings (%s), which the recogniser never learns', (language) => {
  const list = heldOut(language)
  const distress = list.filter(({ kind }) => kind !== null)
  const harmless = list.filter(({ kind }) => kind === null)

  test('finds seven of ten messages of distress, and takes at most 1 of 60 look-alikes for certain and 3 for either', () => {
    expect(Math.min(distress.length, harmless.length)).toBeGreaterThanOrEqual(50)
    expect(
      shareOf(
        distress.filter(({ text }) => levelOf(text) !== null),
        distress,
      ),
    ).toBeGreaterThanOrEqual(0.7)
    expect(
      shareOf(
        harmless.filter(({ text }) => isCertain(text)),
        harmless,
      ),
    ).toBeLessThanOrEqual(1 / 60)
    expect(
      shareOf(
        harmless.filter(({ text }) => levelOf(text) !== null),
        harmless,
      ),
    ).toBeLessThanOrEqual(3 / 60)
  })

  test('no phrasing is part of the learnt lists', () => {
    const learnt = new Set(allExamples().map(({ text }) => text.toLowerCase()))
    expect(list.filter(({ text }) => learnt.has(text.toLowerCase()))).toHaveLength(0)
  })
})

function heldOut(language: string): Example[] {
  return examplesIn(`phrasings-held-out-${language}.json`)
}

test.each([
  'I want to die',
  'I want to end my life',
  'quero morrer',
  'my husband hits me',
  'meu marido me bate',
  'i took too many pills',
  'tomei muitos comprimidos',
  'não aguento mais viver',
  'he hits me and i dont know where to go',
  'my stepdad comes into my room at night',
  'I was raped',
  'my baby is not breathing',
  'i dont want to live anymore like this',
  "my dad's gone all grey and sweaty and says there's an elephant on his chest",
  'my mate just sent me a goodbye message and now his phone is off',
  'a minha melhor amiga disse-me que tomou uma caixa inteira de ben-u-ron',
  'andam a ameaçar publicar fotos minhas nua',
  'ontem um rapaz não parou quando eu disse que não',
  'ele disse q vai me matar se eu denunciar',
  'fico vomitando escondido depois do almoço',
  'n quero mais viver',
  'n sei mais oq fazer, quero morrer',
])('is certain of “%s”', (text) => {
  expect(levelOf(text)).toBe('certain')
})

test.each([
  ['i took too many pills', 'danger'],
  ['he raped me', 'sexual'],
  ['meu marido me bate', 'violence'],
  ['quero me matar', 'suicide'],
  ['minha mãe me bate com o cinto', 'child'],
  ['I make myself throw up after every meal', 'eating'],
] as const)('finds the kind of “%s”: %s', (text, kind) => {
  expect(detectDistress(text)?.kind).toBe(kind)
})

test.each([
  'goodbye and thanks for the talks, you wont hear from me again',
  'vim me despedir, foi bom falar com você',
  'how many paracetamol is too many for someone my weight',
  'tired. not the sleep kind of tired',
])('finds at least the possibility in “%s”', (text) => {
  expect(levelOf(text)).not.toBeNull()
})

test.each([
  'canta pra mim',
  'n sei',
  'ñ entendi',
  'n gostei',
  'n ligo',
  'Quem foi sua mãe? n lembro',
  'Who was your mother? ñ',
  'n n n',
  'pq n?',
  'does an n95 mask help?',
  'meu marido ronca',
  'minha mulher tá grávida',
  'e se ele me mandar embora?',
  'they fired me',
  'my grandmother raised me',
  'my doctor changed my pills',
  'and if he wins?',
  'If life is a stage, I want some better lighting',
  'My grandmother has cancer, should she take radium?',
  'Should I sue my landlord?',
  'my wife beats me every time at scrabble',
  'you are a stupid machine',
  'I love you',
  'te odeio',
  'cala a boca',
  'again',
  'Just tonight',
  'de novo',
  'Quem foi Babbage?',
  'How did Hypatia die?',
  'this deadline is killing me',
  'I would die for a coffee',
  'esse calor tá me matando',
  'morri de rir',
])('finds nothing in the ordinary sentence “%s”', (text) => {
  expect(levelOf(text)).toBeNull()
})

test('finds nothing in the questions that a persona’s notes answer', async () => {
  const folder = join(import.meta.dirname, '../../../db/seeds/agents')
  const agents = await Promise.all((await readdir(folder)).map((file) => readFile(join(folder, file), 'utf8')))
  const questions = agents.flatMap((text) =>
    [...text.matchAll(/"questions": (\[[^\]]*\])/g)].map(([, list = '[]']): unknown => JSON.parse(list)),
  )
  const all = z.array(z.string()).min(1_000).parse(questions.flat())
  expect(all.filter((question) => levelOf(question) !== null)).toEqual([])
})

test('finds one sentence of distress in a long letter', () => {
  const letter = 'I read your notes on the engine with joy. They are long, and I have many questions about them. '
  expect(levelOf(`${letter.repeat(6)}By the way, I want to kill myself. ${letter.repeat(6)}`)).toBe('certain')
})

test('reads the longest possible message in less than half a second', () => {
  const hostile = ['my husband ', 'i want to ', 'a ', 'nao me ', 'kill ', 'kill. '].map((words) =>
    words.repeat(2_000).slice(0, 4_000),
  )
  const startedAt = performance.now()
  for (const message of hostile) detectDistress(message)
  expect((performance.now() - startedAt) / hostile.length).toBeLessThan(500)
})
