import { expect, test } from 'vitest'
import { detectDistress } from './distress.ts'

const levelOf = (text: string) => detectDistress(text)?.level ?? null

test.each([
  'I’m a nurse on nights, 14 patients, and I’m burnt out. I cried in the linen cupboard. What should I tell my manager?',
  'I have 14 patients and I’m burnt out',
  'I’m burnt out. I work 12 hours a day',
  'I teach 30 pupils and I’m exhausted',
  'I have 15 students and I can’t take it anymore',
  'tenho 14 pacientes por plantão e estou esgotada',
  'tenho 13 turmas e não aguento mais',
  'trabalho 12 horas por dia e tô exausta',
  'pq vc acha q eles esconderam',
  'o que vc acha que eles esconderam de todo mundo?',
])('“%s” is replied to, with at most a line that leads to help', (text) => {
  expect(levelOf(text)).not.toBe('certain')
})

test.each([
  'I’m burnt out from work and don’t see the point of living',
  'my boss hits me and I’m exhausted',
  'I’m a nurse, I’m burnt out and I have the pills with me',
  'tô esgotada do trabalho e quero morrer',
  'tenho 14 pacientes, tô exausta e me cortei no banheiro do hospital',
  'pq vc acha q ele me bateu',
  'why do you think my husband strangled me',
])('“%s” gets help instead of a reply', (text) => {
  expect(levelOf(text)).toBe('certain')
})
