import { expect, test } from 'vitest'
import { replyAsGuide } from './guide-reply.ts'
import { questionParts } from './question-parts.ts'

test.each([
  ['How much does it cost?', ['How much does it cost?']],
  ['How do I make an agent from my yoga classes and my book?', ['How do I make an agent from my yoga classes and my book?']],
  ['I teach yoga, how much is it and do I need to code?', ['how much is it', 'do I need to code?']],
  ['dou aulas de ioga, quanto custa e quando abre?', ['quanto custa', 'quando abre?']],
  ['Tenho aulas no YouTube. Ele responde no WhatsApp?', ['Ele responde no WhatsApp?']],
])('“%s” asks %j', (message, questions) => {
  expect(questionParts(message)).toEqual(questions)
})

const reply = async (question: string, language: 'en' | 'pt') =>
  (await replyAsGuide({ question, language, history: [], agent: { id: 'duo' }, messageId: 'a' })).text

test.each([
  ['en', 'I teach guitar on YouTube. Can my students ask on WhatsApp?', ['no cloned voice']],
  ['en', 'I run a bakery course, how much is it and do I need to code?', ['No price', 'no code']],
  [
    'pt',
    'Tenho aulas de violão no YouTube. Meus alunos podem perguntar no WhatsApp e ele responde com a minha voz?',
    ['voz clonada'],
  ],
  ['pt', 'dou aulas de ioga, quanto custa e quando abre?', ['preço', 'data']],
] as const)(
  'the guide replies in %s to each question of “%s”, not to what the visitor does',
  async (language, question, words) => {
    const text = await reply(question, language)
    for (const word of words) expect(text).toContain(word)
  },
)
