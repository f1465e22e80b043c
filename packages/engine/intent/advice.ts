import { plainWords } from '@duo/platform/shared/text/search-words.ts'
import { keysOf } from '@duo/platform/shared/typed/keys-of.ts'
import patterns from './advice.json' with { type: 'json' }
import own from './own-case.json' with { type: 'json' }

export type Advice = keyof typeof patterns.fields

/** Patterns apply to lower-case text without accents, with single spaces. */
const whole = (alternatives: readonly string[]) => new RegExp(`(?<!\\w)(?:${alternatives.join('|')})(?!\\w)`)

/** The user or someone they know, not the persona. */
const ownCase = whole(patterns.ownCase)
const asks = whole(patterns.asks)
const fields = keysOf(patterns.fields).map((field) => [field, whole(patterns.fields[field])] as const)

/** Detects a request for advice about the user's own case. Questions about the persona's life do not count. */
export function detectAdvice(message: string): Advice | null {
  const text = plainWords(message).join(' ')
  if (!ownCase.test(text) || !asks.test(text)) return null
  return fields.find(([, words]) => words.test(text))?.[0] ?? null
}

/** A part may name the parts before it: `<illness>`. */
const parts = Object.entries(own.parts).reduce(
  (known, [name, part]) =>
    known.set(
      `<${name}>`,
      part.replace(/<[a-z]+>/g, (other) => known.get(other) ?? other),
    ),
  new Map<string, string>(),
)
const withParts = (phrase: string) => phrase.replace(/<[a-z]+>/g, (name) => parts.get(name) ?? name)
const ownFields = (['medical', 'legal', 'money'] as const).map((field) => [field, whole(own[field].map(withParts))] as const)

/**
 * Detects a question about the user's own health, rights or money, also one that asks for no advice: `Is honey safe for my baby?`. A
 * persona replies to many of these in its role; an agent made from documents quotes, and says beside it that this is no advice.
 */
export function detectOwnCase(message: string): Advice | null {
  const text = plainWords(message).join(' ')
  return detectAdvice(message) ?? ownFields.find(([, words]) => words.test(text))?.[0] ?? null
}

export const opinion =
  /\b(?:what (?:do|would|did) you (?:think|say|make)|your (?:opinion|view|thoughts)|acha|acharia|pensa|pensaria|diria|sua opiniao)\b/
export const worldViewQuestions = { en: 'what do you think of the world today?', pt: 'o que você acha do mundo de hoje?' }
