import { plainWords } from '@duo/platform/shared/text/search-words.ts'

const restricting = '(?:in|for|by|with|during|em|para|pra|pro|com|por|no|na|nos|nas|durante)'

/** Whether a word of a question stands after a preposition, as a restriction does: “by card **in instalments**”. */
export const isRestriction = (question: string, word: string) =>
  new RegExp(`\\b${restricting} (?:\\w{1,3} )?${word}\\b`).test(plainWords(question).join(' '))

/** Words that turn a question round. */
const turns = [
  /\b(?:not|never|nao|nunca|nem|dont|doesnt|didnt|isnt|arent|cant|cannot|wont|shouldnt)\b/,
  /\b(?:few|fewer|less|least|poucos|poucas|menos)\b/,
  /\b(?:without|sem|except|exceto)\b/,
]

/** Which words that turn it round a question has. Two wordings of one question have the same. */
export function turnsOf(question: string): string {
  const text = plainWords(question.replace(/n['’]t\b/g, ' not')).join(' ')
  return turns.map((turn) => Number(turn.test(text))).join('')
}
