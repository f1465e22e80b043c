import { keysOf } from '@duo/platform/shared/typed/keys-of.ts'
import { plainLetters } from './plain-letters.ts'
import patterns from './topics.json' with { type: 'json' }

export type Topic = keyof typeof patterns

/** What callers ask after they were shown helplines, in order of precedence. The patterns are for plain letters. */
const topics = keysOf(patterns).map((topic) => [topic, new RegExp(patterns[topic])] as const)

/** Returns what a message after help asks, or null. */
export function topicOf(message: string): Topic | null {
  const text = plainLetters(message)
  return topics.find(([, pattern]) => pattern.test(text))?.[0] ?? null
}
