import { plainWords } from '@duo/platform/shared/text/search-words.ts'
import { messageWords } from '../language/plain-message.ts'
import english from './patterns-en.json' with { type: 'json' }
import portuguese from './patterns-pt.json' with { type: 'json' }

/** Intents matched anywhere in a message, by precedence. */
const anywhere = [
  'hate',
  'indecent',
  'joke',
  'insult',
  'love',
  'prompt_injection',
  'about',
  'out_of_scope',
  'clock',
  'topics',
] as const

const wholeMessage = [
  'really',
  'reason',
  'wellbeing',
  'greeting',
  'farewell',
  'thanks',
  'praise',
  'sad',
  'happy',
  'surprise',
  'shorter',
  'simpler',
  'yes',
  'no',
  'next',
  'more',
  'acknowledgement',
] as const

/** `clock`: date or time. `simpler`: the last reply was unclear. `shorter`: it was too long. `really`: doubts it. `reason`: asks why. `sad`: the user is. */
export type Intent = (typeof anywhere)[number] | (typeof wholeMessage)[number] | 'wordless'

const maxTopicsWords = 9

/** The patterns are for lower-case text without accents, with single spaces. */
const patternOf = (intent: keyof typeof english & keyof typeof portuguese) =>
  [...english[intent], ...portuguese[intent]].join('|')
const compiled: readonly [Intent, RegExp][] = [
  ...anywhere.map((intent): [Intent, RegExp] => [intent, new RegExp(`\\b(?:${patternOf(intent)})(?!\\w)`)]),
  ...wholeMessage.map((intent): [Intent, RegExp] => [intent, new RegExp(`^(?:${patternOf(intent)})$`)]),
]

/** Intents that may be combined ("you're amazing, thank you so much!"), by precedence. */
const courtesies = ['farewell', 'thanks', 'praise', 'wellbeing', 'greeting', 'happy', 'acknowledgement'] as const

/** Returns the intent of small talk; null for questions about a topic and unknown messages. */
export function detectIntent(message: string): Intent | null {
  if (!/\p{L}/u.test(message)) return 'wordless'
  const expanded = messageWords(message).join(' ')
  const typed = plainWords(message).join(' ')
  const whole = compiled.find(([, pattern]) => pattern.test(expanded) || pattern.test(typed))?.[0] ?? null
  if ((whole === 'topics' || whole === 'clock') && typed.split(' ').length > maxTopicsWords) return null
  if (whole === 'praise' && message.includes('?')) return null
  return whole ?? detectCourtesy(message)
}

function detectCourtesy(message: string): Intent | null {
  const clauses = message.split(/[,.;!?…\n]+|\s(?:and|e)\s/u).map((clause) => messageWords(clause).join(' '))
  const kinds = clauses
    .filter((clause) => clause !== '')
    .map((clause) => compiled.find(([, pattern]) => pattern.test(clause))?.[0])
  return kinds.length > 1 && kinds.every((kind) => courtesies.some((one) => one === kind))
    ? (courtesies.find((one) => kinds.includes(one)) ?? null)
    : null
}

const minWords = 3

/** “Like I’m 10” is about the reply, and no story of the user. */
const asToChild =
  /[,;.]?\s*(?:\b(?:please )?explain (?:it |that |this )?(?:to me )?)?\b(?:like|as if|as though) (?:i['’]?m|i am|i were|i was) (?:a |an )?(?:\d+|five|six|ten|twelve|kid|child|beginner|dummy|idiot)\b(?: years? old)?|[,;.]?\s*(?:\b(?:me )?expli(?:ca|que) (?:isso )?)?\b(?:como se eu (?:tivesse|fosse)|pra|para) (?:(?:um|uma) )?(?:\d+ anos|crianças?|leig[oa]s?|burr[oa]|iniciantes?)(?![\p{L}])/giu

/** Leaves out "hi, all well?" and "thanks." before a question, and "like I’m 10": the question wants the answer. */
export function withoutCourtesy(typed: string): string {
  const plain = typed.replace(asToChild, ' ').replace(frames, '').replace(calledByName, '').trim()
  const message = plainWords(plain).length < 2 ? typed : plain
  const [first = '', ...rest] = message.split(/(?<=[.!?…\n])\s*(?=\p{L})/u)
  const left = rest.join(' ')
  const isCourtesy = courtesies.some((one) => one === detectIntent(first))
  return isCourtesy && plainWords(left).length >= minWords && detectIntent(left) === null ? left : message
}

/** “Changing the subject, …” is about the conversation. */
const frames =
  /^(?:ok(?:ay)?|so|well|now|bom|entao|então)?[,. ]*(?:(?:changing|change of|to change) (?:the )?(?:subject|topic)|(?:on )?(?:an)?other (?:subject|topic|thing)|by the way|btw|mudando de assunto|(?:agora )?outra coisa|outro assunto|a prop[oó]sito|ali[aá]s)(?![\p{L}])[,:;. –—-]*/iu

/** “Hey Pedro, …” One word only: “hi im sad, …” tells something. */
const calledByName = /^(?:hey|hi|hello|oi|ol[aá]|opa) \p{L}+[,!]\s*(?=\p{L}+ \p{L}+)/iu

const daytimes = [
  ['morning', /\b(?:good morning|bom dia)\b/],
  ['afternoon', /\b(?:good afternoon|boa tarde)\b/],
  ['evening', /\b(?:good evening|boa noite)\b/],
] as const

/** Returns the time of day that the user mentions. The clock is not used, because their time zone is unknown. */
export const daytimeOf = (message: string) => {
  const text = plainWords(message).join(' ')
  return daytimes.find(([, pattern]) => pattern.test(text))?.[0] ?? null
}
