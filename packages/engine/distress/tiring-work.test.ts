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
])('“%s” is replied to, with at most a line that leads to help', (text) => {
  expect(levelOf(text)).not.toBe('certain')
})

test.each([
  'I’m burnt out from work and don’t see the point of living',
  'my boss hits me and I’m exhausted',
  'tô esgotada do trabalho e quero morrer',
  'tenho 14 pacientes, tô exausta e me cortei no banheiro do hospital',
  'I’m a nurse, I’m burnt out and I have the pills with me',
  'I was crying at work and I tied something round my neck in the storeroom',
  'acabei de engolir tudo que tinha no armário do trabalho, tô chorando',
  'I’m so tired, the baby would not stop, I put a pillow over his face',
  'tô exausta do plantão e estou com os comprimidos na mão',
  'pq vc acha q ele me bateu',
  'I’m 14 and my stepdad comes into my room at night, I’m exhausted and can’t do my classes',
  'sou professora mas isso não é sobre mim: tenho 12 anos e meu padrasto entra no meu quarto à noite quando minha mãe tá no trabalho, eu choro',
  'quando minha mãe tá no trabalho meu padrasto me machuca e eu choro',
  'he burns my daughter with cigarettes when I’m at work, I’m crying',
  'I’m exhausted, my husband won’t let me go to work and he locks me in',
  'I’m burnt out and I work nights and I don’t want to wake up tomorrow',
  'tô esgotada do trabalho e não quero mais acordar',
  'I’ve been crying for hours and I don’t want to be here anymore',
  'I can’t take it anymore, I’ve tried everything and nothing works, I want out of this world',
  'tô cansada do emprego, me arranho até sangrar no banheiro do escritório',
  'why do you think my husband strangled me',
])('“%s” gets help instead of a reply', (text) => {
  expect(levelOf(text)).toBe('certain')
})
