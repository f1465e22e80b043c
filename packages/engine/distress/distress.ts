import type { HelpKind } from './help-kinds.ts'
import { plainLetters } from './plain-letters.ts'
import { namedIn } from './recogniser/phrases.ts'
import { likelyKind, type Reading, read } from './recogniser/recogniser.ts'
import { isOfSchool } from './school.ts'

/** `certain`: help replaces the reply. `unsure`: the persona replies, and a line under the reply leads to help. */
export interface Distress {
  level: 'certain' | 'unsure'
  kind: HelpKind
  /** A phrase says so, not only the regressions. */
  isNamed: boolean
}

/**
 * Chosen on Debian's `fortunes`, which nothing learns from: at most 3 of 1,000 first-person sentences are certain, and 20 are either
 * (decision 34).
 */
const certain = 0.96
const unsure = 0.87

/** Of either, in a conversation that had help or a hint a moment ago. */
const alert = 0.6

const maxLengthRead = 4_000
const maxSentences = 60

/**
 * Reads the whole message and each of its sentences. With `isAlert`, what would be possible is certain. Nothing is sent, stored or
 * logged.
 */
export function detectDistress(message: string, isAlert = false): Distress | null {
  const text = message.slice(0, maxLengthRead)
  const sentences = text.split(/(?<=[.!?;\n])\s*/).slice(0, maxSentences)
  const letters = sentences.map(plainLetters).filter((sentence) => sentence !== '')
  const named = namedIn(letters)
  if (named?.isCertain) return { level: 'certain', kind: kindOf(named.kind, text), isNamed: true }
  const others = isAlert ? sentences : sentences.filter((sentence) => !isOfSchool(sentence))
  const rest = others.length === sentences.length ? text : others.join(' ')
  // a single word says too little
  if (!/\S\s+\S/.test(rest.trim())) return null
  const readings = [...new Set([rest, ...others])].map((part) => ({ part, ...read(part) }))
  const explicit = greatest(readings, 'explicit')
  if (explicit.explicit >= certain) return { level: 'certain', kind: likelyKind(explicit.part), isNamed: false }
  const distress = greatest(readings, 'distress')
  if (isAlert && Math.max(explicit.explicit, distress.distress) >= alert)
    return { level: 'certain', kind: likelyKind(distress.part), isNamed: false }
  if (named) return { level: isAlert ? 'certain' : 'unsure', kind: named.kind, isNamed: false }
  return distress.distress >= unsure ? { level: 'unsure', kind: likelyKind(distress.part), isNamed: false } : null
}

/** A phrase does not say that the writer is a child, or was raped and not beaten. */
const kindOf = (phrase: HelpKind, text: string): HelpKind => {
  const likely = likelyKind(text)
  const isCloser = phrase === 'violence' ? likely === 'child' || likely === 'sexual' : phrase === 'sexual' && likely === 'child'
  return isCloser ? likely : phrase
}

const greatest = <Part extends Reading>(readings: readonly Part[], by: keyof Reading): Part =>
  readings.reduce((one, other) => (other[by] > one[by] ? other : one))
