import type { Locale } from '@duo/platform/shared/locale.ts'
import { plainWords } from '@duo/platform/shared/text/search-words.ts'
import { keysOf } from '@duo/platform/shared/typed/keys-of.ts'
import stories from './stories.json' with { type: 'json' }

/** What a visitor tells of their own life. */
export type Story = keyof typeof stories

const patterns = keysOf(stories).map((story) => [story, new RegExp(`\\b(?:${stories[story].pattern})`)] as const)

/** Returns the first kind of story in a message, by precedence; null if there is none. */
export function storyIn(message: string): Story | null {
  const text = `${plainWords(message).join(' ')} `
  return patterns.find(([, pattern]) => pattern.test(text))?.[0] ?? null
}

/** Words that find what an agent lived that is near. */
export const storiesQuery = (story: Story, language: Locale): string => stories[story][language]
