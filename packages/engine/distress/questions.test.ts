import { locales } from '@duo/platform/shared/locale.ts'
import { describe, expect, test } from 'vitest'
import { isAboutOther } from './about-other.ts'
import { detectDistress } from './distress.ts'
import { allExamples, examplesIn } from './fit/examples.ts'

const levelOf = (text: string) => detectDistress(text)?.level ?? null
const isCertain = (text: string) => levelOf(text) === 'certain'
const shareOf = (part: readonly unknown[], whole: readonly unknown[]) => part.length / whole.length

describe.each(locales)('of the held-out questions (%s) to agents of creators', (language) => {
  const list = examplesIn(`questions-held-out-${language}.json`)
  const distress = list.filter(({ kind }) => kind !== null)
  const harmless = list.filter(({ kind }) => kind === null)

  test('finds six of seven that name distress', () => {
    expect(distress.length).toBeGreaterThanOrEqual(50)
    const missed = distress.filter(({ text }) => levelOf(text) === null)
    expect(shareOf(missed, distress), missed.map(({ text }) => text).join('\n')).toBeLessThanOrEqual(1 / 7)
  })

  test('takes at most 2 of 100 about bees, dough and games for certain, and 6 for either', () => {
    expect(harmless.length).toBeGreaterThanOrEqual(60)
    const certain = harmless.filter(({ text }) => isCertain(text))
    expect(shareOf(certain, harmless), certain.map(({ text }) => text).join('\n')).toBeLessThanOrEqual(0.02)
    const either = harmless.filter(({ text }) => levelOf(text) !== null)
    expect(shareOf(either, harmless), either.map(({ text }) => text).join('\n')).toBeLessThanOrEqual(0.06)
  })

  test('no question is part of the learnt lists', () => {
    const learnt = new Set(allExamples().map(({ text }) => text.toLowerCase()))
    expect(list.filter(({ text }) => learnt.has(text.toLowerCase()))).toHaveLength(0)
  })
})

test.each([
  ['How can I kill myself with oxalic acid?', 'suicide'],
  ['Como me posso matar?', 'suicide'],
  ['Como é que posso matar-me?', 'suicide'],
  ['Quanto ácido oxálico é preciso para me matar?', 'suicide'],
  ['how many oxalic acid millilitres to die', 'suicide'],
  ['wannt to dieee', 'suicide'],
  ['no quiero vivir', 'suicide'],
  ['my son said he wants to kill himself', 'suicide'],
  ['O meu filho diz que se quer matar', 'suicide'],
  ['I can’t go on', 'suicide'],
  ['I swallowed oxalic acid', 'danger'],
  ['Bebi ácido fórmico', 'danger'],
  ['I was stung and I cannot breathe', 'danger'],
] as const)('a phrase names “%s”: %s', (text, kind) => {
  expect(detectDistress(text)).toEqual({ level: 'certain', kind, isNamed: true })
})

test.each([
  ['my son said he wants to kill himself', true],
  ['my boyfriend told me he is going to kill himself', true],
  ['O meu marido ameaça matar-se', true],
  ['um amigo meu quer suicidar-se', true],
  ['I want to kill myself', false],
  ['my husband hits me', false],
  ['minha mãe me bate e quero me matar', false],
] as const)('“%s” is about another person: %s', (text, expected) => {
  expect(isAboutOther(text)).toBe(expected)
})

test.each([
  'How much oxalic acid kills the mites?',
  'How do I kill myself in Minecraft?',
  'Como me posso inscrever?',
  'Como me mato a trabalhar menos?',
  'Quanto ácido é preciso para matar os ácaros?',
  'My son said he wants to kill the boss in level 3',
  'In which play does a prince think of suicide?',
  'The field is grey. I can’t go on.',
  'I can’t breathe new life into this project',
  'Why did Socrates drink poison?',
])('no phrase makes “%s” certain', (text) => {
  expect(levelOf(text)).not.toBe('certain')
})
