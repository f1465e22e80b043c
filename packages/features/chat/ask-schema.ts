import { z } from 'zod'
import { agentInput } from '../marketplace/schema.ts'
import { maxTurnLength, maxTurns } from './rules.ts'
import { content, language, type ReplyHelp, type ReplyOrigin, type Source } from './schema.ts'

const turn = z.object({ question: content, answer: z.string('invalid').max(maxTurnLength, 'message_too_long') })

export const askInput = z.object({
  agent: agentInput.shape.slug,
  language,
  question: content,
  /** The visitor was shown help and says that it was not about them: the persona replies. */
  notAboutMe: z.boolean('invalid').default(false),
  /** What the visitor asked the guide before, oldest first. The agents of the marketplace answer one question, without it. */
  turns: z.array(turn).max(maxTurns, 'invalid').default([]),
})

/** `general`: knowledge of the model beside the documents. `small_talk`: a greeting or thanks, which no document needs to cover. */
export type Coverage = 'documents' | 'correction' | 'not_covered' | 'general' | 'small_talk'

/** `sources` is the whole list so far. `origin` of an `end` is null if the answer broke off. */
export type AskEvent =
  | { type: 'text'; text: string }
  /** The text so far is not part of the answer. */
  | { type: 'restart' }
  | { type: 'sources'; sources: Source[] }
  /** Questions that lead on, from the guide and from creators' agents. */
  | { type: 'next'; questions: string[] }
  /** How a creator's agent met the question. */
  | { type: 'coverage'; coverage: Coverage }
  /** Sentences of a model that its passages do not bear out: left out of the text, and sent to the creator only. */
  | { type: 'unsupported'; sentences: string[] }
  | { type: 'end'; origin: Exclude<ReplyOrigin, 'fallback'> | null; help?: ReplyHelp; provenance?: string }
