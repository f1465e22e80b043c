import { expect, test } from 'vitest'
import { asksAboutStory, storyIn } from './story.ts'

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
  ['im 24 and thinking of quitting my job to backpack around asia', 'setting-out'],
  ['I moved to Canada last year and feel lost', 'far-from-home'],
  ['tenho medo de avião', 'afraid'],
  ['my daughter is 9 and says she hates maths', 'child'],
  ['sempre quis cantar', 'beginning'],
  ['i start a million projects and never finish any of them', 'unfinished'],
  ['half the team is getting replaced by an AI, we are scared i lose my job', 'job'],
  ['minha mae fala que musica nao da dinheiro e quer que eu faça direito', 'opposed'],
  ['to discutindo direto com minha familia por causa de politica', 'quarrel'],
  ['comecei a dar aula numa escola publica', 'teaching'],
  ['meu patrao nao me paga faz 2 meses', 'unfair-work'],
  ['sofri preconceito por ser mulher, o que vc faria?', 'humiliated'],
  ['perdi minha mãe, vc já passou por isso?', 'grief'],
  ['my teacher says girls are bad at coding', 'humiliated'],
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
  'did people laugh at you?',
  'what if i just confront him in front of everyone',
  'vc sentia saudade de casa?',
  'como te tratavam por ser mulher?',
  'were you laughed at because you were a woman?',
])('“%s” is about the agent', (message) => {
  expect(storyIn(message)).toBeNull()
})

test.each([
  ['vc tbm passou por isso?', 'you-too'],
  ['were you like that too?', 'you-too'],
  ['o que vc faria no meu lugar', 'my-place'],
  ['what would you do if you were me', 'my-place'],
  ['who taught you?', null],
])('“%s” asks %s about a story', (message, asks) => {
  expect(asksAboutStory(message)).toBe(asks)
})
