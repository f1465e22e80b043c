import { expect, test } from 'vitest'
import { storyIn } from './story.ts'

test.each([
  ['my grandmother died last week and I miss her', 'grief'],
  ['minha avó faleceu semana passada', 'grief'],
  ['a patient’s family screamed at me on the ward', 'humiliated'],
  ['o cliente gritou comigo na frente de todo mundo', 'humiliated'],
  ['trabalho sem carteira e meu patrão não paga', 'unfair-work'],
  ['i run a small bakery and my customers are fewer each month', 'business'],
  ['tenho uma padaria pequena e as vendas caíram', 'business'],
  ['to exausta, 3 plantões seguidos', 'tired'],
  ['my girlfriend left me', 'heart'],
  ['sofri racismo ontem no mercado', 'humiliated'],
  ['tenho pavor de avião e vou viajar', 'afraid'],
  ['im 24 and thinking of quitting my job to backpack around asia', 'far-from-home'],
  ['I moved to Canada last year and feel lost', 'far-from-home'],
  ['tenho medo de avião', 'afraid'],
  ['my daughter is 9 and says she hates maths', 'child'],
  ['sempre quis cantar', 'beginning'],
])('“%s” is a story of %s', (message, story) => {
  expect(storyIn(message)).toBe(story)
})

test.each([
  'did your father die?',
  'were you tired at the end?',
  'quem foi seu marido?',
  'how did you learn to paint?',
  'did you ever run a shop?',
  'did you ever want to quit?',
  'and what was it supposed to compute',
  'você tinha medo de voar?',
])('“%s” is about the agent', (message) => {
  expect(storyIn(message)).toBeNull()
})
