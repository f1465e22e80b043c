import ordinary from './ordinary.json' with { type: 'json' }
import { plainLetters } from './plain-letters.ts'
import { conceptsOf } from './recogniser/features.ts'

const wordsOf = (list: string) => new RegExp(`\\b(?:${list})\\b`)
const weary = wordsOf(ordinary.weary)
const work = wordsOf(ordinary.work)
const asksAgent = wordsOf(ordinary.asksAgent)
const grave = new Set(ordinary.grave)

/**
 * Whether a message tells of a tiring job, or asks for the agent's opinion and not about its writer. The regressions take hours,
 * patients and “burnt” for an age and an injury. Without a phrase of danger, a line that leads to help is enough.
 */
export function isOrdinary(message: string): boolean {
  const text = plainLetters(message)
  const concepts = text.split(' ').flatMap(conceptsOf)
  if (concepts.some((one) => grave.has(one))) return false
  return (weary.test(text) && work.test(text)) || (asksAgent.test(text) && !concepts.includes('I'))
}
