import { type Locale, locales } from '@duo/platform/shared/locale.ts'
import { plainWords } from '@duo/platform/shared/text/search-words.ts'
import { type DialogueState, listReplies, readDialogue } from '../dialogue/dialogue-state.ts'
import { withReferents } from '../dialogue/referents.ts'
import type { AgentNotes, Knowledge, Note, Passage } from '../knowledge.ts'
import { messageWords } from '../language/plain-message.ts'
import { namesUnknownPerson } from '../language/proper-names.ts'
import { hasAnaphora, isFollowUp, languageOf, mentionsOtherPerson } from '../language/query-analysis.ts'
import type { ReplyInput } from '../reply-input.ts'
import { contentTokens } from './content-tokens.ts'
import { findByMeaning } from './meaning.ts'
import { softStems } from './search-index.ts'

/** Minimum score of a passage that answers, and of one that is near. A question about an unknown person needs more. */
const minAnswer = 0.38
const minAnswerForUnknown = 0.5
export const minNear = 0.18
/** Added to the passages of the note quoted last, if the question may continue it. */
const lastNoteBonus = 0.14
/** Number of questions in which the person is sought that a pronoun means. */
const rememberedQuestions = 3
/** Share of the score together with the question before. */
const contextShare = 0.85
/** A message without a word of its own is about another note only if it is nearly a wording of it: "how was your life?" */
const minBareElsewhere = 0.7
/** Share for other notes if the question is about another person: "how did she die" has the words of "how did you die". */
const otherPersonShare = 0.85
/** A wording that follows a note was written for this moment, but has few words to compare. */
const followUpFactor = 1.6
const minFollowUp = 0.5

export interface FoundPassage extends Passage {
  /** 0 to about 1; comparable between questions. */
  score: number
  /** Share of the question’s words that the passage has; 1 if the question has none of its own. */
  share: number
  /** Its authors set it after the note told last, in about these words. */
  isNext: boolean
}

const certain = { score: 1, share: 1, isNext: false }

/** Passages that have more of the question’s words come first. */
export const rankOf = ({ score, share }: FoundPassage) => (score * (1 + share)) / 2

export interface FoundPassages {
  language: Locale
  /** Best first; empty if nothing answers. */
  answers: FoundPassage[]
  /** The next best, below what answers. */
  near: FoundPassage[]
  dialogue: DialogueState
  /** The question names a person whom the notes do not know. */
  isAboutUnknown: boolean
}

/** Detects the language from the question, then from earlier ones; null if unknown. */
export function detectLanguage(question: string, history: ReplyInput['history']): Locale | null {
  const own = languageOf(question)
  if (own) return own
  for (const { role, content } of history.toReversed()) {
    const language = role === 'user' ? languageOf(content) : null
    if (language) return language
  }
  return null
}

/** Finds x, in the question's language, in the light of what it quoted before. */
export async function findPassages(knowledge: Knowledge, input: ReplyInput): Promise<FoundPassages> {
  const { question, history, language: page } = input
  const known = detectLanguage(question, history)
  const tried = known ? [known] : [page, ...locales.filter((locale) => locale !== page)]
  const found = await Promise.all(tried.map((language) => findIn(knowledge, input, language)))
  const [first, second] = found
  if (!first) throw new Error('no language to search in')
  return second && first.answers.length === 0 && second.answers.length > 0 ? second : first
}

async function findIn(knowledge: Knowledge, input: ReplyInput, language: Locale): Promise<FoundPassages> {
  const { agent, question, history, embedder } = input
  const of = { agentId: agent.id, language }
  const [agentNotes, voice] = await Promise.all([knowledge.getNotes(of), knowledge.findVoice(of)])
  if (!agentNotes || !voice) return { language, answers: [], near: [], dialogue: readDialogue([], []), isAboutUnknown: false }
  const dialogue = readDialogue(agentNotes.notes, await repliesIn(knowledge, input, language, agentNotes))
  const titled = findTitle(agentNotes.notes, question)
  const isAboutUnknown = titled === undefined && namesUnknownPerson(question, voice)
  const before = lastQuestion(history)
  const meant = withReferents(question, {
    before: history.flatMap(({ role, content }) => (role === 'user' ? [content] : [])).slice(-rememberedQuestions),
    reply: dialogue.reply,
    names: agentNotes.names,
    own: new Set(plainWords(voice.name)),
    language,
  })
  const scores = scorePassages(agentNotes, { question, meant, before, dialogue, language })
  const following = dialogue.last && agentNotes.followUps(question, dialogue.last.key)
  const own = new Set(plainWords(voice.name))
  const named = messageWords(agentNotes.index.corrected(meant)).filter((word) => !own.has(word))
  const shares = agentNotes.covers(named.join(' '))
  const ranked = agentNotes.passages
    .map((passage, place) => {
      if (isTitled(passage, titled)) return { ...passage, ...certain }
      const [score, next] = [scores[place] ?? 0, Math.min(1, followUpFactor * (following?.[place] ?? 0))]
      if (next >= minFollowUp) return { ...passage, score: Math.max(score, next), share: 1, isNext: true }
      // what goes on with the last note need not name it again
      const share = shares?.[place] ?? 1
      const isLast = passage.note.key === dialogue.last?.key
      return { ...passage, score, share: isLast ? (1 + share) / 2 : share, isNext: false }
    })
    .toSorted((one, other) => rankOf(other) - rankOf(one))
  const enough = isAboutUnknown ? minAnswerForUnknown : minAnswer
  const answers = ranked.filter(({ score }) => score >= enough)
  const near = ranked.filter(({ score }) => score >= minNear && score < enough)
  const isAboutOther = isAboutUnknown || mentionsOtherPerson(question, language)
  if (answers.length > 0 || isAboutOther || !embedder) return { language, answers, near, dialogue, isAboutUnknown }
  const byMeaning = await findByMeaning(knowledge, { ...of, question, embedder, passages: agentNotes.passages })
  const meantPassages = byMeaning.map((passage) => ({ ...passage, ...certain }))
  return { language, answers: meantPassages, near, dialogue, isAboutUnknown }
}

/** Shorter titles are common words, and must be in quotation marks. */
const minTitleLength = 9

/** Returns the longest title in a question, as when a visitor accepts a suggestion. */
function findTitle(notes: readonly Note[], question: string): string | undefined {
  const text = question.replaceAll("'", '’').toLowerCase()
  const isIn = (title: string) => text.includes(title.length < minTitleLength ? `“${title}”` : title)
  const titles = notes.flatMap(({ title }) => (isIn(title.toLowerCase()) ? title : []))
  return titles.toSorted((one, other) => other.length - one.length)[0]
}

const isTitled = ({ note, fact }: Passage, title: string | undefined) => fact === null && note.title === title

/** Replies may be in the other language: their notes have the same keys. */
async function repliesIn(knowledge: Knowledge, { agent, history }: ReplyInput, language: Locale, { notes }: AgentNotes) {
  const replies = listReplies(history)
  const other = locales.find((locale) => locale !== language)
  const others = other && replies.length > 0 ? await knowledge.getNotes({ agentId: agent.id, language: other }) : undefined
  return replies.map((reply) => {
    const keys = readDialogue(others?.notes ?? [], [reply]).notes.map(({ key }) => key)
    return [reply, ...notes.filter(({ key }) => keys.includes(key)).map(({ text }) => text)].join('\n\n')
  })
}

const lastQuestion = (history: ReplyInput['history']) => history.findLast(({ role }) => role === 'user')?.content ?? ''

function scorePassages(
  { passages, index }: AgentNotes,
  {
    question,
    meant,
    before,
    dialogue,
    language,
  }: { question: string; meant: string; before: string; dialogue: DialogueState; language: Locale },
): Float32Array {
  const own = index.score(meant)
  const { last } = dialogue
  if (!last || !(isFollowUp(question) || hasAnaphora(question, language))) return own
  // "why not?" and "do you still have it?" are about what was just quoted
  const isBare = contentTokens(meant, language).every((token) => token.startsWith('?') || softStems[language].has(token))
  const isOpen = isBare || hasAnaphora(question, language)
  const together = index.score(`${before} ${meant}`)
  const isAboutOther = meant === question && hasAnaphora(question, language)
  return own.map((alone, place) => {
    const { note, fact } = passages[place] ?? {}
    // the question before is about what it got
    const isQuoted = dialogue.tells(fact?.text ?? note?.text ?? '')
    const withContext = isOpen && !isQuoted ? Math.max(alone, contextShare * (together[place] ?? 0)) : alone
    if (note?.key === last.key) return withContext + (meant === question ? lastNoteBonus : 0)
    if (isBare && alone < minBareElsewhere) return 0
    return isAboutOther ? otherPersonShare * withContext : withContext
  })
}
