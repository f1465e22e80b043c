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
  // a name is no part of the question
  ['pedro-nunes', 'en', ['hey pedro, whats a loxodrome?'], /keeps one compass course/],
  // a trouble of no known kind gets advice, and not the same words twice
  [
    'sun-tzu',
    'pt',
    [
      'tenho uma concorrente que abriu loja do lado da minha e baixou todos os preços, to desesperada, faço o que?',
      'mas não tenho dinheiro pra aguentar muito tempo',
    ],
    /Escolha um lugar para ser forte/,
  ],
  // set after another note
  ['leonardo-da-vinci', 'pt', ['me fala da mona lisa', 'quanto tempo levou?'], /^Uns dezesseis anos/],
  ['marie-curie', 'pt', ['como vc descobriu o radio?', 'e onde vc trabalhava?'], /^Um galpão velho/],
  ['machado-de-assis', 'en', ['tell me about capitu', 'who is the husband again'], /^(?:It is )?Bento Santiago, a lawyer/],
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
  ['florence-nightingale', 'en', ['why do they call you the lady with the lamp', 'where was that?'], /^At Scutari, in Turkey/],
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
  /^(?:I am not sure that|Exactly that is not|This comes nearest|Não sei se é bem|Exatamente isso não|Nas minhas notas, o mais|O que as minhas notas guardam)/

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

test.each<[slug: string, language: Locale, turns: string[], reply: RegExp]>([
  ['chiquinha-gonzaga', 'pt', ['q história é essa do corta-jaca no palácio do catete', 'quem tocou?'], /Nair de Teffé/],
  ['pedro-nunes', 'en', ['whats a rhumb line?', 'why does it spiral'], /like a spiral/],
  ['luis-gama', 'pt', ['como vc aprendeu a ler?', 'quanto tempo levou'], /[Ee]m um ano/],
  ['hypatia', 'en', ['what is the astrolabe?', 'did you build one?', 'who asked for it'], /Synesius/],
])('%s (%s) answers the last of %j from the note just told', async (slug, language, turns, reply) => {
  expect(await lastReply(slug, language, turns)).toMatch(reply)
})

test.each<[slug: string, language: Locale, turns: string[], reply: RegExp]>([
  ['machado-de-assis', 'pt', ['Capitu traiu ou não traiu?', 'mas oq vc acha?'], /Deixei a suspeita e tirei a prova/],
  ['machado-de-assis', 'en', ['what is the alienist about?', 'what do you think of him?'], /I mistrust its keys/],
  ['leonardo-da-vinci', 'en', ['why did you never finish anything', 'like what'], /“Adoration of the Magi”/],
  ['santos-dumont', 'pt', ['o que é a demoiselle', 'quanto pesava'], /^Quanto foi, as minhas notas não dizem/],
])('%s (%s) keeps the subject for the last of %j', async (slug, language, turns, reply) => {
  expect(await lastReply(slug, language, turns)).toMatch(reply)
})

test.each<[slug: string, language: Locale, question: string, reply: RegExp]>([
  ['luis-gama', 'en', 'is it proven that your mother was a princess who led the Muslim uprising?', /not been found/],
  ['luis-gama', 'pt', 'de que doença você faleceu e chegou a ver a abolição?', /diabetes/],
  ['ibn-battuta', 'en', 'why did you have to leave those islands in the Indian Ocean where you were a judge?', /Maldives/],
])('%s (%s) tells the note that “%s” has most words of, instead of naming it', async (slug, language, question, reply) => {
  expect(await lastReply(slug, language, [question])).toMatch(reply)
})

test('a question that a note answers whole gets no doubt before the answer', async () => {
  const reply = await lastReply('florence-nightingale', 'pt', ['oq sua família achou?', 'e nunca casou?'])
  expect(reply).toMatch(/recusei/)
  expect(reply).not.toMatch(hedged)
})

test.each<[slug: string, language: Locale, turns: string[], reply: RegExp]>([
  [
    'marie-curie',
    'en',
    ['My husband died in March and I cannot go back to my lab. How did you go on after Pierre?'],
    /^You have lost someone.*\n\nWhen Pierre was killed I went on by working/,
  ],
  [
    'chiquinha-gonzaga',
    'pt',
    ['me separei do meu marido e minha família me renegou. como vc aguentou quando aconteceu com vc?'],
    /coração[\s\S]*Meu pai proibiu meu nome em casa/,
  ],
  [
    'chiquinha-gonzaga',
    'en',
    ['I left my husband and my family no longer speaks to me. You went through that too. How did you bear it?'],
    /heart[\s\S]*After the separation/,
  ],
  ['hypatia', 'en', ['hello, i teach maths to 14 year olds and they hate it. what would you tell me?'], /^So you teach/],
])('%s (%s) names the trouble in %j before what is near to it', async (slug, language, turns, reply) => {
  expect(await lastReply(slug, language, turns)).toMatch(reply)
})

test.each<[slug: string, language: Locale, turns: string[], reply: RegExp]>([
  ['chiquinha-gonzaga', 'pt', ['como vc aprendeu piano?', 'quem ensinou?', 'explica melhor'], /valsa e polca/],
  [
    'florence-nightingale',
    'en',
    ['did you walk around with a lamp?', 'ok changing subject, did you ever marry?'],
    /^I never married/,
  ],
])('%s (%s) takes the last of %j for a wish for more, or for another subject', async (slug, language, turns, reply) => {
  expect(await lastReply(slug, language, turns)).toMatch(reply)
})

test.each<[slug: string, language: Locale, turns: string[], reply: RegExp]>([
  ['sun-tzu', 'pt', ['qual é a frase mais importante do seu livro?', 'explica melhor'], /quem conhece o outro/i],
  ['ada-lovelace', 'pt', ['quem era o babbage?', 'e vcs brigavam?'], /éramos amigos de novo/],
  ['ibn-battuta', 'en', ['what was mali like, I heard about mansa musa', 'what shocked you there?'], /hates injustice/],
  ['santos-dumont', 'en', ['what do you think about drones dropping bombs', 'did you regret inventing planes?'], /every bomb/],
  ['machado-de-assis', 'pt', ['vc fundou a academia de letras?', 'onde se reuniam'], /salas emprestadas/],
])('%s (%s) stays with the subject for the last of %j', async (slug, language, turns, reply) => {
  expect(await lastReply(slug, language, turns)).toMatch(reply)
})

test.each<[slug: string, language: Locale, question: string, reply: RegExp]>([
  ['ada-lovelace', 'en', 'did u ever doubt yourself?', /stumbled over steps/],
  ['chiquinha-gonzaga', 'pt', 'vc já fracassou?', /ninguém montou/],
  ['florence-nightingale', 'en', 'what made you angry?', /needs a siege/],
  ['hypatia', 'pt', 'como te tratavam por ser mulher?', /honravam/],
  ['ibn-battuta', 'pt', 'o que vc aprendeu com seus erros?', /devia ter escutado/],
  ['leonardo-da-vinci', 'en', 'any advice for a startup founder?', /customer/],
  ['luis-gama', 'pt', 'vc já foi preso?', /trinta e nove dias/],
  ['machado-de-assis', 'en', 'what did you learn from it all?', /exits matter/],
  ['marie-curie', 'pt', 'o que vc diria pra um adolescente que quer desistir?', /fui a primeira/],
  ['pedro-nunes', 'en', 'what would you do if you lived today?', /held in the hand/],
  ['santos-dumont', 'pt', 'vc era um bom chefe?', /mecânico a sério/],
  ['sun-tzu', 'en', 'what would you change if you could go back?', /No regret of mine is recorded/],
])('%s (%s) has a reply to “%s”, which visitors put to anyone', async (slug, language, question, reply) => {
  const text = await lastReply(slug, language, [question])
  expect(text).toMatch(reply)
  expect(text).not.toMatch(hedged)
})
