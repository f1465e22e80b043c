import type { Locale } from '@duo/platform/shared/locale.ts'
import { thirdPerson } from '../dialogue/referents.ts'
import { opinion } from '../intent/advice.ts'
import type { Intent } from '../intent/intent.ts'
import type { Passage } from '../knowledge.ts'
import { messageWords } from '../language/plain-message.ts'
import { hasAnaphora, isFollowUp } from '../language/query-analysis.ts'
import type { ReplyInput } from '../reply-input.ts'
import { type AnswerKind, answerKind, everyday, hasForm, isSign } from '../search/answer-kind.ts'
import { contentTokens } from '../search/content-tokens.ts'
import type { FoundPassage, FoundPassages } from '../search/find-passages.ts'
import { softStems } from '../search/search-index.ts'

/** What a question wants, and whether it goes on with the note under discussion. */
export interface Query {
  question: string
  /** The question before. */
  before: string
  kind: AnswerKind | null
  continues: boolean
  /** Another person whom it is about. */
  who: string | null
  /** No word of its own: "why?", "what did you do about it?" */
  isBare: boolean
  /** What it names. */
  own: readonly string[]
  /** Asks what the agent thinks of what was told. */
  asksView: boolean
  /** Names no subject, which is that of the reply before: “where?”, “how much did it weigh?” */
  isOpen: boolean
}

/** A passage must have more than this share of the question’s words to answer. */
export const minShare = 0.5
/** A short question after a reply is more often about what was told than about another note that has one of its words. */
const minElsewhere = 0.78
/** Shorter stems are in many titles. */
const minNameLength = 4

const withSubject = /\b(?:you|your|voce|te|seus?|suas?|is|was|were|are|foi|era|sao|foram|eram)\b|(?<= )e\b/
const maxVerbWords = 3

export function readQuery(
  { question, history }: ReplyInput,
  { language, dialogue, isAboutUnknown }: FoundPassages,
  intent: Intent | null,
): Query {
  const isLinked = isFollowUp(question) || hasAnaphora(question, language)
  const continues = history.length > 0 && dialogue.last !== undefined && !isAboutUnknown && isLinked
  const own = contentTokens(question, language).filter((token) => !token.startsWith('?'))
  const isBare = intent !== null || own.length === 0 || (own.length === 1 && softStems[language].has(own[0] ?? ''))
  const text = messageWords(question).join(' ')
  const beside = contentTokens(text.replace(opinion, ' '), language).filter((token) => !softStems[language].has(token))
  const asksView = continues && opinion.test(text) && beside.every((token) => token.startsWith('?'))
  const kind = answerKind(question, language)
  // a verb has the agent or a named person for its subject: “how much did you weigh”, “who was Cyril”
  const isVerbOnly =
    own.length === 1 && !withSubject.test(text) && (text.split(' ').length <= maxVerbWords || /\bit\b/.test(text))
  const isOpen = continues && kind !== '?old' && isSign(kind ?? undefined) && (own.length === 0 || isVerbOnly)
  const before = history.findLast(({ role }) => role === 'user')?.content ?? ''
  const who = thirdPerson(question, language)
  return { question, before, kind, continues, who, isBare, own, asksView, isOpen }
}

/** Whether a passage has most of what a question names. */
export const isCovered = ({ share }: FoundPassage, { isBare }: Query) => share > minShare && !isBare

/** Whether a passage may only share a word with the question: it has too few of its words, or the question goes on with another note. */
export function isDoubtful(
  one: FoundPassage,
  { dialogue, language }: FoundPassages,
  { continues, question, kind, own, isOpen }: Query,
): boolean {
  if (one.isNext || dialogue.notes.includes(one.note)) return false
  if (isOpen) return true
  const isWhole = kind === null ? one.share === 1 && own.length > 1 : everyday.test(kind)
  return one.share <= minShare || (continues && !isWhole && one.score < minElsewhere && !namesTitle(one, question, language))
}

export function namesTitle({ note }: Passage, question: string, language: Locale): boolean {
  const title = new Set(contentTokens(note.title, language))
  return contentTokens(question, language).some((token) => /^\w/.test(token) && token.length >= minNameLength && title.has(token))
}

/** "How old were you then?" asks about what was just told, and "He was forty-six" answers it only if he was asked about. */
export function isAnotherAge(
  { note, fact }: Passage,
  { language, dialogue }: FoundPassages,
  { question, kind, who, continues }: Query,
) {
  if (kind !== '?old') return false
  if (who !== null) {
    const wordings = [...(fact?.asks ?? []), ...(fact?.followUps ?? [])]
    return !wordings.some((one) => answerKind(one, language) === '?old' && thirdPerson(one, language) === who)
  }
  const isBare = contentTokens(question, language).length === 1
  return continues && isBare && (note.key !== dialogue.last?.key || fact === null || /^(?:he|she|ele|ela) /i.test(fact.text))
}

const isReason = (text: string) => /^(?:because|porque|pois)\b/i.test(text)
const isYesNo = (text: string) => /^(?:probably |provavelmente )?(?:yes|no|not|sim|não)(?=[\s,.:;—])/i.test(text)
/** “Tell me about your mother”, “and your mother?” */
const isRequest = (question: string) =>
  /^(?:and your|e (?:o )?seus?|e (?:a )?suas?|(?:and |e )?(?:(?:can|could) you )?(?:please )?(?:tell|talk|explain|describe|what about|how about|me |conta|conte|fala|fale|explica|explique|descreva))\b/.test(
    messageWords(question).join(' '),
  )
export const opensAlone = (text: string) => !isReason(text) && !isYesNo(text)

/** "Because…" answers why, and "Yes" a question without a question word. */
export function fitsFact({ fact }: Passage, { question, kind }: Query, language: Locale): boolean {
  if (fact === null || opensAlone(fact.text)) return true
  const kinds = contentTokens(question, language).filter((token) => token.startsWith('?'))
  if (isReason(fact.text)) return kinds.includes('?why')
  if (kinds.length === 0) return !isRequest(question)
  return kind !== '?why' && /^[ys]/i.test(fact.text) && hasForm(fact.text, kind)
}
