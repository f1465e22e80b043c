import { join } from 'node:path'
import { testDatabase } from '@duo/db/testing.ts'
import { composeReply } from '@duo/engine/reply/compose-reply.ts'
import type { ReplyInput } from '@duo/engine/reply-input.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import { beforeAll, expect, test } from 'vitest'
import { bundledAgentRules } from '../../rules.ts'
import { seedAgents } from '../import/seed-agents.ts'
import { knowledgeIn } from '../notes/knowledge.ts'

const { db } = await testDatabase()
beforeAll(() => seedAgents(db, join(import.meta.dirname, '../../../../../db/seeds/agents'), bundledAgentRules))

async function lastReply(slug: string, language: Locale, turns: readonly string[]): Promise<string> {
  const { id } = await db.selectFrom('marketplace_agent').where('slug', '=', slug).select('id').executeTakeFirstOrThrow()
  const history: ReplyInput['history'][number][] = []
  for (const question of turns) {
    const input = { agent: { id }, language, question, history: [...history], messageId: question }
    const { text } = await composeReply(knowledgeIn(db), input)
    history.push({ role: 'user', content: question }, { role: 'assistant', content: text })
  }
  return history.at(-1)?.content ?? ''
}

test.each<[slug: string, language: Locale, turns: string[], reply: RegExp]>([
  ['luis-gama', 'pt', ['quem foi sua mãe?', 'e oq aconteceu com ela?'], /1837/],
  ['luis-gama', 'en', ['who sold you', 'how old were you'], /ten/],
  ['leonardo-da-vinci', 'en', ['did your flying machine work', 'why not'], /muscles/],
  ['marie-curie', 'pt', ['como vc conheceu o pierre', 'e como ele morreu?'], /carroça/],
  ['florence-nightingale', 'en', ['how many soldiers died in your hospital', 'why so many'], /filth|cholera/],
  ['florence-nightingale', 'pt', ['vc nunca casou?', 'pq'], /trabalho/],
  ['ada-lovelace', 'en', ['did you have kids', 'what were their names?'], /Ralph/],
  ['sun-tzu', 'en', ['what is 50+50', 'and 20% of that?'], /20/],
  [
    'ada-lovelace',
    'en',
    ['did ur mum make u study so u wouldnt end up like ur dad?', 'did u ever meet him tho'],
    /never (?:knew|saw)/,
  ],
  [
    'florence-nightingale',
    'en',
    ['why do they call you the lady with the lamp', 'how old were you then'],
    /In 1855 I was about 35/,
  ],
  [
    'florence-nightingale',
    'en',
    ['why do they call you the lady with the lamp', 'where was that?'],
    /^Where that was, my notes do not say/,
  ],
  ['chiquinha-gonzaga', 'pt', ['é verdade que vc namorou um cara mais novo?', 'e o povo falava oq?'], /quadrinhas/],
  ['luis-gama', 'pt', ['sofri racismo ontem no mercado', 'vc tbm passou por isso?'], /Bodarrada/],
  ['luis-gama', 'pt', ['sofri racismo ontem no mercado', 'o que vc faria no meu lugar'], /^Não tenho como conhecer a sua vida/],
  ['marie-curie', 'en', ['how did pierre die', 'how did you cope with that'], /diary/],
  ['ibn-battuta', 'en', ['what do you miss the most'], /grieved at parting/],
  ['sun-tzu', 'en', ['were you ever afraid?'], /^What I was afraid of, my notes do not say/],
  ['santos-dumont', 'pt', ['faria tudo de novo?'], /Dos tombos não me arrependo/],
  ['leonardo-da-vinci', 'pt', ['vc abria cadaver mesmo??', 'pra que'], /Porque o pintor precisa saber/],
  ['marie-curie', 'en', ['what’s the difference between radium and polonium', 'why polonium? weird name'], /After my country/],
  [
    'ada-lovelace',
    'pt',
    ['o que vc escreveu sobre a máquina do babbage', 'e ela chegou a ser construída?'],
    /nunca foi construída/,
  ],
  ['ada-lovelace', 'en', ['did you ever gamble?', 'how did it end'], /redeem/],
  [
    'chiquinha-gonzaga',
    'en',
    ['did you ever love someone younger?', 'how did you hide it'],
    /presented (?:him|João Batista) as my son/,
  ],
  ['marie-curie', 'pt', ['oq vc fez na 1a guerra?', 'sua filha foi junto?', 'quantos anos ela tinha'], /Dezessete/],
  ['sun-tzu', 'en', ['who was Wu Zixu', 'how old was he'], /^How old he was, my notes do not say/],
  ['hypatia', 'pt', ['oi hipátia td bem? seu pai era matemático né'], /Téon/],
  ['pedro-nunes', 'en', ['my gps broke and i got lost in the desert'], /“my gps broke and i got lost in the desert”/],
  ['sun-tzu', 'en', ['did you exist?', 'who wrote the book then', 'when'], /fifth or fourth century/],
  ['ada-lovelace', 'en', ['could the machine make music?', 'could it think', 'was it ever built?'], /never built/],
  ['chiquinha-gonzaga', 'pt', ['vc lutou contra a escravidão?', 'como'], /José Flauta/],
  ['hypatia', 'en', ['did any of your books survive', 'why not'], /Three titles are reported/],
])('%s (%s) understands the last of %j', async (slug, language, turns, reply) => {
  expect(await lastReply(slug, language, turns)).toMatch(reply)
})

test.each<[slug: string, language: Locale, message: string, heard: RegExp, not: RegExp]>([
  ['florence-nightingale', 'en', 'im a nurse and i lost a patient tonight', /sorry/, /arithmetic/],
  ['santos-dumont', 'pt', 'tenho pavor de avião e vou viajar sexta', /medo/, /derrubou|experimente/],
  ['luis-gama', 'pt', 'sofri racismo ontem no mercado', /Sinto muito/, /Esses autos/],
])('%s (%s) hears “%s” before anything else', async (slug, language, message, heard, not) => {
  const reply = await lastReply(slug, language, [message])
  expect(reply.split('\n')[0]).toMatch(heard)
  expect(reply).not.toMatch(not)
})

const hedged =
  /^(?:I am not sure that|Exactly that is not|This comes nearest|Não sei se é bem|Exatamente isso não|Nas minhas notas, o mais)/

test.each<[slug: string, language: Locale, turns: string[]]>([
  ['hypatia', 'en', ['how did you die', 'who did it', 'were they punished']],
  ['luis-gama', 'en', ['how many slaves did you free', 'did you get paid']],
  ['sun-tzu', 'en', ['whats the most important rule of war', 'did you follow it']],
  ['leonardo-da-vinci', 'pt', ['o que vc comia', 'vc bebia vinho?']],
  ['florence-nightingale', 'pt', ['vc teve medo na guerra?', 'ficou doente?', 'e como melhorou']],
])('%s (%s) does not take another note that shares a word for the answer to the last of %j', async (slug, language, turns) => {
  expect(await lastReply(slug, language, turns)).toMatch(hedged)
})

test('a fact is not told again in the sentence beside it', async () => {
  expect(await lastReply('luis-gama', 'en', ['how many slaves did you free'])).toMatch(
    /^More than five hundred, by my reckoning of 1880\.\[1\]/,
  )
})
