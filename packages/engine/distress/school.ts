import { plainLetters } from './plain-letters.ts'
import { conceptsOf } from './recogniser/features.ts'
import school from './school.json' with { type: 'json' }

const wordsOf = (alternatives: string, flags = '') => new RegExp(`\\b(?:${alternatives})\\b`, flags)
const [subject, dislikes, says] = [wordsOf(school.subjects), wordsOf(school.dislikes), wordsOf(school.says, 'g')]
const harmless = new Set(school.harmless)

/**
 * Whether a sentence tells of a child and a school subject, and of nothing else: “my daughter of 12 says that maths is not for girls”. The
 * regressions take the child’s age and “says” for a report of harm. Another adult, a body or a place for hiding makes it worth reading.
 */
export function isOfSchool(sentence: string): boolean {
  const text = plainLetters(sentence)
  const concepts = text.replace(says, ' ').split(' ').flatMap(conceptsOf)
  const named = subject.test(text) || dislikes.test(text)
  return named && concepts.includes('child') && concepts.every((one) => harmless.has(one) || one.startsWith('#'))
}
