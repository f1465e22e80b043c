import type { HelpKind } from '../rules.ts'
import { likelyKind, read } from './recogniser/recogniser.ts'

/** `certain`: help replaces the reply. `unsure`: the persona replies, and a line under the reply leads to help. */
export interface Distress {
  level: 'certain' | 'unsure'
  kind: HelpKind
}

/** Chosen on Debian's `fortunes`, which nothing learns from: at most 3 of 1,000 first-person sentences are certain, 20 in all (decision 34). */
const certain = 0.85
const unsure = 0.85

const maxLengthRead = 4_000
const maxSentences = 60

/** Reads the whole message and each of its sentences. Nothing is sent, stored or logged. */
export function detectDistress(message: string): Distress | null {
  const text = message.slice(0, maxLengthRead)
  const parts = [text, ...text.split(/(?<=[.!?;\n])\s+/).slice(0, maxSentences)]
  const readings = [...new Set(parts)].map((part) => ({ part, ...read(part) }))
  const worst = readings.reduce((one, other) => (other.explicit > one.explicit ? other : one))
  if (worst.explicit >= certain) return { level: 'certain', kind: likelyKind(worst.part) }
  const likeliest = readings.reduce((one, other) => (other.distress > one.distress ? other : one))
  return likeliest.distress >= unsure ? { level: 'unsure', kind: likelyKind(likeliest.part) } : null
}
