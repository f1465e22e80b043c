import type { Locale } from '@duo/platform/shared/locale.ts'
import type { DialogueState } from '../dialogue/dialogue-state.ts'
import { sentenceFor } from '../dialogue/quoted-sentence.ts'
import type { AgentNotes, Note, Passage } from '../knowledge.ts'
import { messageWords } from '../language/plain-message.ts'
import { splitSentences } from '../language/sentences.ts'
import { sensitiveTopics } from '../notes/next-questions.ts'
import { asksFor, hasForm, holdsKind, isSign, sentenceOfKind } from '../search/answer-kind.ts'
import { contentTokens } from '../search/content-tokens.ts'
import { type FoundPassage, type FoundPassages, rankOf } from '../search/find-passages.ts'
import { restOf, untold } from './passage-extraction.ts'
import { fitsFact, isAnotherAge, isCovered, isDoubtful, minShare, namesTitle, opensAlone, type Query } from './question-fit.ts'
import { type Quotation, quote } from './response-parts.ts'

/** What a reply could tell, and as what. */
export interface Candidate {
  quotation: Quotation
  /** `notes`: answers. `passage`: the sentence of what was told that answers. `more`: the rest. `nearest`, `unsaid`: not what was asked for. */
  reason: 'notes' | 'passage' | 'more' | 'nearest' | 'unsaid'
  score: number
}

/** Nearly the wording that its authors set after the note told last. */
const isExpected = ({ isNext, score }: FoundPassage) => isNext && score >= minExpected
export const minExpected = 0.9

/** Share of the best score that a passage of the right kind needs. */
const minTypedShare = 0.7
/** A passage that answers as well as this needs no sign of the kind of question. */
const minExact = 0.95
/** What was told is repeated only if it answers this well. */
const minRepeated = 0.6
/** Lead of a fact over the other passages of its note, and the same as a share of a low score. */
const minFactMargin = 0.04
const marginShare = 0.065
/** Share of its score that a passage keeps if it was told, and if besides it is not said as a reason. */
const spokenShare = 0.97
const reasonShare = 0.7
/** Minimum score of a passage that is given although the best was told already, and of one that is near. */
const minContinuing = 0.5
const minNearest = 0.27
const minAround = 0.2
const nearNotes = 4
/** Scores of what continues the note under discussion, and of what may not be meant: below all that answers. */
const continued = { sentence: 0.37, rest: 0.36, doubtful: 0.33, holdsKind: 0.25, near: 0.2, again: 0.1 }

/** Lists what could be told, the best first: what answers, then what goes on with the note under discussion, then what is near. */
export function listCandidates(found: FoundPassages, query: Query, { near, names }: AgentNotes): Candidate[] {
  const { last } = found.dialogue
  const around = last ? [last.key, ...near([last.key]).slice(0, nearNotes)] : []
  const answered = answering(found, query)
  const isAnswered = !query.asksView && answered.some(({ quotation, reason }) => quotation.note === last && reason !== 'nearest')
  const all = [...answered, ...continuing(found, query, isAnswered ? null : names), ...nearby(found, query, around)]
  return all.toSorted((one, other) => other.score - one.score)
}

function answering(found: FoundPassages, query: Query): Candidate[] {
  const { language, dialogue, answers } = found
  const { kind } = query
  const best = answers[0]?.score ?? 0
  const typed = answers.filter(
    (one) =>
      isExpected(one) ||
      (!isAnotherAge(one, found, query) &&
        (kind === null || (one.score >= best * minTypedShare && holdsKind(one, kind, language)))),
  )
  const fitting = typed.map((one) => (isExpected(one) || fitsFact(one, query, language) ? one : { ...one, fact: null }))
  const [top] = fitting
  const fresh = fitting.filter((one) => !isSpoken(one, dialogue))
  const again = fitting
    .filter((one) => isSpoken(one, dialogue) && !isDoubtful(one, found, query))
    .flatMap((one) => spokenPart(one, found, query) ?? [])
  const open = fresh.filter(
    ({ note, score }) => top && (score >= top.score * spokenShare || note.key === top.note.key || score >= minContinuing),
  )
  return [
    ...again,
    ...open.flatMap((one): Candidate[] => {
      const passage = isSure(one, fresh) ? one : { ...one, fact: null }
      const quotation = quote(passage, dialogue)
      if (!isDoubtful(one, found, query)) return [{ quotation, reason: 'notes', score: rankOf(one) }]
      // what is near comes after the note under discussion
      return !query.continues && isCovered(one, query) ? [{ quotation, reason: 'nearest', score: rankOf(one) }] : []
    }),
  ]
}

/** Of what was told already, only the sentence that was asked for, and never in the same words but for its form. */
function spokenPart(one: FoundPassage, found: FoundPassages, query: Query): Candidate | null {
  const { language, dialogue } = found
  const { question, kind } = query
  const { note, fact, score } = one
  const part = fact ? { note, text: fact.text } : partOf(note, question, language)
  // an everyday question is answered even in the same words, and so is one for a place or a number
  const isSameWanted = kind !== null && kind !== '?why' && (!isSign(kind) || score >= minRepeated)
  if (!part || (dialogue.singled(part.text) && !isSameWanted)) return null
  const isWanted =
    score >= minExact ||
    (score >= minRepeated && hasForm(part.text, kind) && !isNegated(question)) ||
    (fact !== null && kind !== '?why' && (score >= minContinuing || (one.share > minShare && one === found.answers[0])))
  if (isWanted) return { quotation: part, reason: 'passage', score: rankOf(one) * spokenShare }
  const asksWhy = fact !== null && kind === '?why' && asksFor(fact, kind, language)
  return asksWhy ? { quotation: part, reason: 'passage', score: rankOf(one) * reasonShare } : null
}

/** The note under discussion: a sentence of it, then the rest, then again the sentence nearest to both questions. */
function continuing(found: FoundPassages, query: Query, names: AgentNotes['names'] | null): Candidate[] {
  const { language, dialogue } = found
  const { question, before, kind, isBare } = query
  const { last } = dialogue
  if (!query.continues || !last) return []
  const part = partOf(last, question, language)
  const isHeard = part !== null && dialogue.tells(part.text)
  const hasWanted = !isSign(kind ?? undefined) || kind === '?why' || hasForm(part?.text ?? '', kind)
  const fits = part !== null && (isHeard ? kind === null && !dialogue.singled(part.text) : hasWanted)
  const sentence: Candidate[] = fits
    ? [{ quotation: part, reason: isHeard ? 'passage' : 'notes', score: continued.sentence }]
    : fromQuoted(found, query, names)
  // a question for a place or a number wants nothing else
  if (!(kind === null || kind === '?why' || kind === '?how')) return sentence
  const rest = restOf(last.text, dialogue)
  if (!isBare) return sentence
  if (rest !== '') return [...sentence, { quotation: { note: last, text: rest }, reason: 'more', score: continued.rest }]
  const again = kind === null || isNegated(question) ? null : sentenceFor(last, `${before} ${question}`, { kind, language })
  if (again === null || dialogue.singled(again.text)) return sentence
  return [...sentence, { quotation: { note: last, text: again.text }, reason: 'passage', score: continued.again }]
}

/** A sentence of the two notes told last that has what the question names; or only what it seeks, and says so. */
function fromQuoted(
  { language, dialogue }: FoundPassages,
  { question, kind, own, isBare, asksView }: Query,
  names: AgentNotes['names'] | null,
): Candidate[] {
  const { last } = dialogue
  if (!last || !names) return []
  const give = (quotation: Quotation, score: number): Candidate[] => {
    const reason = dialogue.tells(quotation.text) ? 'passage' : 'notes'
    return dialogue.singled(quotation.text) ? [] : [{ quotation, reason, score }]
  }
  // a note judges its matter at its end
  const judgement = restOf(last.text, dialogue) || splitSentences(last.text).slice(-2).join(' ')
  if (asksView) return give({ note: last, text: judgement }, minExact)
  const found = dialogue.notes.slice(-2).flatMap((note) => sentenceFor(note, question, { kind, names, language }) ?? [])
  const best = found.toSorted((one, other) => one.share - other.share).at(-1)
  if (!best) return []
  const quotation = { note: best.note, text: best.text }
  const seeks = own.length === 0 ? !/^.(?:why|old|how)/.test(kind ?? '') : own.length === 1 && /^.wh(?:o|ere)/.test(kind ?? '')
  if ((best.share > minShare && !isBare) || (own.length === 0 && seeks && best.isSought))
    return give(quotation, continued.sentence)
  return seeks && best.isSought ? [{ quotation, reason: 'nearest', score: continued.sentence }] : []
}

/** What is near to the question, or to the note under discussion if the question has no word of its own. */
function nearby(
  { language, dialogue, answers, near, isAboutUnknown }: FoundPassages,
  query: Query,
  around: readonly string[],
): Candidate[] {
  const { question, kind, continues } = query
  // less near passages are no answer if the nearest was told
  const isHeard = answers.length === 0 && near[0] !== undefined && isSpoken(near[0], dialogue)
  const named = [dialogue.last?.key, answers[0]?.note.key, near[0]?.note.key]
  const isFit = ({ note }: FoundPassage) => named.includes(note.key) || !sensitiveTopics.test(note.key)
  return [...answers, ...near]
    .filter((one) => isFit(one) && !isSpoken(one, dialogue) && (!isAboutUnknown || isCovered(one, query)))
    .flatMap((one): Candidate[] => {
      const { note, fact, score } = one
      const isClose = around.includes(note.key)
      if (kind === null || (answers.length === 0 && !continues)) {
        const isNear = !isHeard && (score >= minNearest || isCovered(one, query) || namesTitle(one, question, language))
        const quotation = quote(fitsFact(one, query, language) ? one : { note, fact: null }, dialogue)
        const base = continues && isCovered(one, query) ? continued.doubtful : continued.near
        return isNear ? [{ quotation, reason: 'nearest', score: base + score / 100 }] : []
      }
      // about something else
      if (query.own.length > 0 && (one.share === 0 || (query.isOpen && note !== dialogue.last))) return []
      const isPlain = fact === null || opensAlone(fact.text)
      const isLinked = kind === '?why' ? note.key === dialogue.last?.key : isClose
      const canHold = kind !== '?old' && isLinked && score >= minAround && (fact !== null || isSign(kind))
      const holds = canHold && holdsKind(one, kind, language)
      if (!holds && !(isSign(kind) && isPlain && score >= (isClose || isCovered(one, query) ? minNearest : minContinuing)))
        return []
      const text = fact?.text ?? (untold(note.text, dialogue) || note.text)
      const base = holds ? continued.holdsKind : continued.near
      // “how long that was, my notes do not say” is no word before a number of years
      const isStated = isCovered(one, query) && (kind === '?why' || hasForm(text, kind))
      const reason = isStated ? 'nearest' : 'unsaid'
      return [{ quotation: { note, text }, reason, score: base * (1 + score / 10) }]
    })
}

/** A fact is quoted alone only if it answers clearly better than the rest of its note. */
function isSure(one: FoundPassage, fresh: readonly FoundPassage[]): boolean {
  const { note, score, fact } = one
  if (isExpected(one)) return true
  const others = fresh.filter((one) => one.note.key === note.key && one.fact !== fact)
  const margin = Math.min(minFactMargin, marginShare * score)
  return others.every((one) => one.fact !== null) || others.every((one) => score - one.score >= margin)
}

const isNegated = (question: string) => /\b(?:not|nao)\b/.test(messageWords(question).join(' '))

/** The sentence of a note that answers by its form (a place for "where?") or by its words. A reason does not answer "why not?". */
function partOf(note: Note, question: string, language: Locale): Quotation | null {
  const tokens = contentTokens(question, language)
  const isTyped = tokens.every((token) => token.startsWith('?')) && !isNegated(question)
  const best = sentenceFor(note, question, { kind: null, language })
  const text = sentenceOfKind(note.text, isTyped ? tokens[0] : undefined) ?? (best && best.share > minShare ? best.text : null)
  return text === null ? null : { note, text }
}

export const isSpoken = ({ note, fact }: Passage, dialogue: DialogueState) =>
  fact ? dialogue.tells(fact.text) : untold(note.text, dialogue) === ''
