import { plainLetters } from './plain-letters.ts'
import { conceptsOf } from './recogniser/features.ts'
import school from './school.json' with { type: 'json' }

const opinion = new RegExp(`\\b(?:${school.opinions.join('|').replaceAll('<subject>', `(?:${school.subject})`)})\\b`, 'g')
const says = new RegExp(`\\b(?:${school.says})\\b`, 'g')
const harmless = new Set(school.harmless)

/**
 * Whether a sentence tells what a child thinks of a school subject, and nothing else: “my daughter of 12 says that maths is not for girls”. The
 * regressions take the child’s age, “says” and “not” for a report of harm. Any other concept of theirs, such as a wish, a negation or an
 * adult, makes the sentence worth reading.
 */
export function isOfSchool(sentence: string): boolean {
  const text = plainLetters(sentence)
  const rest = text.replace(opinion, ' ')
  if (rest === text) return false
  const concepts = rest.replace(says, ' ').split(' ').flatMap(conceptsOf)
  return (
    text.split(' ').flatMap(conceptsOf).includes('child') && concepts.every((one) => harmless.has(one) || one.startsWith('#'))
  )
}
