import { plainWords } from '@duo/platform/shared/text/search-words.ts'
import { messageWords } from '../language/plain-message.ts'
import { english } from './intent-en.ts'
import { anywhere, type Intent, type IntentPatterns, wholeMessage } from './intent-patterns.ts'
import { portuguese } from './intent-pt.ts'

/** Words of a message that asks what there is to ask. */
const maxTopicsWords = 9

const patternOf = (intent: keyof IntentPatterns) => [...english[intent], ...portuguese[intent]].join('|')
const compiled: readonly [Intent, RegExp][] = [
  ...anywhere.map((intent): [Intent, RegExp] => [intent, new RegExp(`\\b(?:${patternOf(intent)})(?!\\w)`)]),
  ...wholeMessage.map((intent): [Intent, RegExp] => [intent, new RegExp(`^(?:${patternOf(intent)})$`)]),
]

/** Kinds that may follow one another in a message ("you're amazing, thank you so much!"); the first in this order is met. */
const courtesies = ['farewell', 'thanks', 'praise', 'wellbeing', 'greeting', 'happy', 'acknowledgement'] as const

/** The kind of talk a message is; null for a question about something, or for what cannot be told. */
export function detectIntent(message: string): Intent | null {
  if (!/\p{L}/u.test(message)) return 'wordless'
  const expanded = messageWords(message).join(' ')
  const typed = plainWords(message).join(' ')
  const whole = compiled.find(([, pattern]) => pattern.test(expanded) || pattern.test(typed))?.[0] ?? null
  // who says much asks for more than a list of topics
  if (whole === 'topics' && typed.split(' ').length > maxTopicsWords) return null
  return whole ?? detectCourtesy(message)
}

/** A message of nothing but courtesies, one after the other. */
function detectCourtesy(message: string): Intent | null {
  const clauses = message.split(/[,.;!?…\n]+|\s(?:and|e)\s/u).map((clause) => messageWords(clause).join(' '))
  const kinds = clauses
    .filter((clause) => clause !== '')
    .map((clause) => compiled.find(([, pattern]) => pattern.test(clause))?.[0])
  return kinds.length > 1 && kinds.every((kind) => courtesies.some((one) => one === kind))
    ? (courtesies.find((one) => kinds.includes(one)) ?? null)
    : null
}

const daytimes = [
  ['morning', /\b(?:good morning|bom dia)\b/],
  ['afternoon', /\b(?:good afternoon|boa tarde)\b/],
  ['evening', /\b(?:good evening|boa noite)\b/],
] as const

/** The time of day that a greeting names. No clock is read: it may be morning where the person is. */
export const daytimeOf = (message: string) => {
  const text = plainWords(message).join(' ')
  return daytimes.find(([, pattern]) => pattern.test(text))?.[0] ?? null
}
