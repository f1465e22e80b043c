import type { Locale } from '@duo/platform/shared/locale.ts'

export interface ReplyInput {
  agent: { id: string }
  /** Locale of the page; the reply uses the question's language if it can be detected. */
  language: Locale
  history: readonly { role: 'user' | 'assistant'; content: string }[]
  question: string
  /** Seeds the choice of phrases: the same id gives the same words. */
  messageId: string
  embedder?: QuestionEmbedder | undefined
}

export interface QuestionEmbedder {
  /** Returns a unit vector, or null on a failure or time-out. Never throws because of the endpoint. */
  vectorOf: (question: string) => Promise<{ model: string; vector: Float32Array } | null>
  /** Call it when the vectors of question and notes differ in length. */
  onIncomparable: () => void
}

export interface ReplySource {
  /** Of a passage of a creator's document, which the page can open. */
  id?: string
  title: string
  source: string
  /** Of the passage, where it is known. */
  language?: Locale
  /** The note. Replies of before note texts were kept lack it. */
  text?: string
  /** The part of the note that was used, verbatim; none if all of it was. */
  passage?: string
}
