import type { Locale } from '@duo/platform/shared/locale.ts'
import type { Distress } from '../safety/crisis.ts'
import { helpFollowUp, helpLanguage, helpText } from '../safety/help-text.ts'
import type { Crisis } from '../safety/rules.ts'
import type { AnswerPart, Turn } from './answerer-service.ts'

/** The help that a message gets in place of a reply. */
export interface Help {
  /** `after`: the reply before was help, and the person writes on. */
  kind: Crisis | 'after' | 'after_again'
  /** Null where the words of the message do not tell. */
  language: Locale | null
}

/** What asks for something, rather than telling how one is; with or without its question mark. */
const request =
  /\?|^\W*(?:who|what|when|where|which|how|why|tell|explain|show|describe|quem|que|qual|quais|quando|onde|como|por ?que|cont[ae]|fal[ea]|expli(?:ca|que)|mostr[ae])(?!\p{L})/iu

/**
 * Returns the help that a message gets, given the crisis it tells of and what was said before it (newest first); null for a reply as usual.
 * Whoever got help and writes on without a question is not sent back to a persona's topics, nor to what is left of a plan.
 */
export function helpFor(content: string, distress: Distress | null, turns: readonly Turn[]): Help | null {
  if (distress) return { kind: distress.crisis, language: distress.language }
  const [reply] = turns
  if (!reply?.isHelp || request.test(content)) return null
  const language = helpLanguage(reply.content)
  const isRepeated = language !== null && reply.content === helpFollowUp(language, false)
  return { kind: isRepeated ? 'after_again' : 'after', language }
}

/** What was said without the messages that got help, and the help: no model is sent them, and no note is looked up for them. */
export const withoutHelp = (turns: readonly Turn[]): Turn[] =>
  turns.filter((turn, index) => !turn.isHelp && !(turn.role === 'user' && turns[index - 1]?.isHelp))

/** The help as a reply: no model, no notes, no tokens. */
export async function* helpParts(kind: Help['kind'], language: Locale): AsyncGenerator<AnswerPart> {
  const isAfter = kind === 'after' || kind === 'after_again'
  yield { type: 'text', text: isAfter ? helpFollowUp(language, kind === 'after_again') : helpText(kind, language) }
  yield { type: 'done', tokens: 0, origin: 'help' }
}
