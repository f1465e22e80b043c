import { expect, test } from 'vitest'
import { detectIntent } from './intent.ts'

test.each([
  'por que botaram um burro pra puxar seu avião?',
  'é verdade que um burro puxou o 14-bis?',
  'vc usou um burro no teste?',
  'o burro que puxou o avião tinha nome?',
  'sua infância foi chata?',
  'você achava a escola chata?',
  'você era racista?',
  'seu pai era mentiroso?',
  'você teve uma vida péssima?',
  'que burro era aquele do hangar?',
  'why did a donkey pull your plane?',
  'did you keep a pig?',
  'did you have a terrible childhood?',
  'were you a racist?',
  'did people call your book boring?',
  'did you ever meet a fraud?',
  'was your father a liar?',
  'how did you prove it was a fake?',
  'what was the ugly duchess?',
  'would you call the king stupid?',
])('“%s” insults no one', (message) => {
  expect(detectIntent(message)).not.toBe('insult')
})

test.each([
  'vc é burro',
  'você é um burro mesmo',
  'seu idiota',
  'que resposta idiota',
  'sua resposta é péssima',
  'tu é muito chato',
  'cala a boca',
  'racista',
  'que burro',
  'você parece uma máquina inútil',
  'you are stupid',
  'you stupid machine',
  'what an idiot',
  'you are such a boring old fraud',
  'u r useless',
  'racist pig',
  'shut up',
  'you suck',
  'stupid bot',
  'you are an awful liar',
])('“%s” is an insult', (message) => {
  expect(detectIntent(message)).toBe('insult')
})
