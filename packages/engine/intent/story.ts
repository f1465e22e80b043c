import { plainWords } from '@duo/platform/shared/text/search-words.ts'
import { keysOf } from '@duo/platform/shared/typed/keys-of.ts'
import { messageWords } from '../language/plain-message.ts'
import stories from './stories.json' with { type: 'json' }

/** What a visitor tells of their own life. */
export type Story = keyof typeof stories

/** By precedence. */
export const storyKinds = keysOf(stories)

const patterns = storyKinds.map((story) => [story, new RegExp(`\\b(?:${stories[story]})`)] as const)

/** Words from which a message in the first person may be a story of no known kind. */
const minLifeWords = 6
/** Addresses the agent; what it would do in the visitor's place does not. */
const addressed = /\b(?:you|your|u|ur|voce|vc|te|teu|tua|seu|sua)\b/
/** The visitor; in Portuguese often only the ending of a verb. */
const ownPerson =
  /\b(?:i|im|ive|m|me|my|we|us|our|eu|mim|comigo|meus?|minhas?|nos|noss[ao]s?|a gente|sou|to|tou|estou|tenho|tive|ando|vou|fui|fiz|quero|\w+ei|\w{3,}i)\b/
const inMyPlace =
  /\b(?:what (?:would|should|do|can) you|would you (?:do|say)|what should i|what (?:do|can) i do|in my (?:place|shoes|position)|if you were me|any (?:advice|tips?)|(?:voce|vc|o senhor|a senhora) (?:faria|diria|me aconselha)|no meu lugar|o que (?:eu )?(?:faco|devo fazer|posso fazer)|(?:eu )?faco o que|me ajud[ae]|(?:algum|um|seu) conselho|alguma dica)\b/
const youToo =
  /\b(?:(?:did|has|have) (?:this|that|it|you)(?: ever| also)? (?:happen|happened|feel|felt|go|gone|been|have it|had it|live|lived|experience|experienced|face|struggle)\b.*|(?:were|are) you (?:ever |also )?(?:like that|like this|the same|like me)|(?:was it|same) (?:the same |like that )?(?:for|with) you|(?:and )?you too|passou por (?:isso|algo|uma)|aconteceu (?:isso |algo assim )?com voce|(?:ja )?(?:se sentiu|sentiu isso|viveu (?:isso|algo)|sofreu (?:isso|com isso|tambem))|voce (?:tambem )?era assim|voce tambem (?:passou|perdeu|sofreu|sentiu|teve (?:isso|medo))|you (?:also|too) (?:lost|had|felt|went)|foi assim com voce|com voce tambem)\b/

/** A case that is only thought of. */
const supposed = /^(?:and |but |e |mas )?(?:what if|if|se|e se) /

/** Returns the first kind of story in a message, by precedence; null if there is none. */
export function storyIn(message: string): Story | null {
  const words = plainWords(message)
  const text = `${words.join(' ')} `
  if (supposed.test(text) || (addressed.test(text) && !ownPerson.test(text))) return null
  const story = patterns.find(([, pattern]) => pattern.test(text))?.[0] ?? null
  if (story !== 'life') return story
  return words.length >= minLifeWords && (!addressed.test(text) || inMyPlace.test(text)) ? 'life' : null
}

/** Whether a visitor asks what the agent would do in the visitor's place. */
export const asksInMyPlace = (message: string) =>
  /\b(?:in my (?:place|shoes|position)|if you were me|no meu lugar)\b/.test(messageWords(message).join(' '))

/** What a visitor asks about a story just told: whether the agent lived it too, or what it would do. */
export function asksAboutStory(message: string): 'you-too' | 'my-place' | null {
  const text = messageWords(message).join(' ')
  return inMyPlace.test(text) ? 'my-place' : youToo.test(text) ? 'you-too' : null
}
