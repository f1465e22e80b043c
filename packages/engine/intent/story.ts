import type { Locale } from '@duo/platform/shared/locale.ts'
import { plainWords } from '@duo/platform/shared/text/search-words.ts'
import { keysOf } from '@duo/platform/shared/typed/keys-of.ts'
import stories from './stories.json' with { type: 'json' }

/** What a visitor tells of their own life. */
export type Story = keyof typeof stories

const patterns = keysOf(stories).map((story) => [story, new RegExp(`\\b(?:${stories[story].pattern})`)] as const)

/** Words from which a message in the first person may be a story of no known kind. */
const minLifeWords = 6
/** Addresses the agent; what it would do in the visitor's place does not. */
const addressed = /\b(?:you|your|u|ur|voce|vc|teu|tua|seu|sua)\b/
const inMyPlace = /\b(?:what (?:would|should|do|can) you|would you (?:do|say)|(?:voce|vc) (?:faria|diria|me aconselha))\b/

/** Returns the first kind of story in a message, by precedence; null if there is none. */
export function storyIn(message: string): Story | null {
  const words = plainWords(message)
  const text = `${words.join(' ')} `
  const story = patterns.find(([, pattern]) => pattern.test(text))?.[0] ?? null
  if (story !== 'life') return story
  return words.length >= minLifeWords && (!addressed.test(text) || inMyPlace.test(text)) ? 'life' : null
}

/** Keys of the notes that suit a kind of story. */
export const storyKeys = (story: Story): RegExp | null => (stories[story].keys === '' ? null : new RegExp(stories[story].keys))

/** Words that find what an agent lived that is near. */
export const storiesQuery = (story: Story, language: Locale): string => stories[story][language]
