import type { Locale } from '@duo/platform/shared/locale.ts'
import type { AgentNotes, Note } from '../knowledge.ts'
import { messageWords } from '../language/plain-message.ts'
import { splitSentences } from '../language/sentences.ts'
import { leansBack } from '../reply/passage-extraction.ts'
import { type AnswerKind, hasForm } from '../search/answer-kind.ts'
import { coverageOf } from '../search/ranking/coverage.ts'

/**
 * Returns the sentence of a told note that has most of what a short question names, or else what its kind seeks: a person for “who”. A
 * reason, and a sentence that leans back, comes with the sentence before it, any other with the next one. `share`: of the question’s words.
 */
export function sentenceFor(
  note: Note,
  question: string,
  { kind, names, language }: { kind: AnswerKind | null; names?: AgentNotes['names']; language: Locale },
) {
  const sentences = splitSentences(note.text)
  const shares = coverageOf(sentences, language)(question)
  const found = sentences.map((sentence, at) => ({
    at,
    sentence,
    share: shares?.[at] ?? 0,
    isSought: hasForm(sentence, kind) || (kind === '?who' && names?.has(messageWords(sentence)[0] ?? '')),
  }))
  const ranked = found.toSorted((one, other) => 2 * (other.share - one.share) + Number(other.isSought) - Number(one.isSought))
  const [best] = ranked.filter(({ share, isSought }) => share > 0 || isSought)
  if (!best) return null
  const isLeaning = best.at > 0 && (kind === '?why' || leansBack.test(best.sentence))
  const from = isLeaning ? best.at - 1 : best.at
  return { ...best, note, text: sentences.slice(from, from + 2).join(' ') }
}
