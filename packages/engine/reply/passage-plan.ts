import type { Locale } from '@duo/platform/shared/locale.ts'
import { plainWords } from '@duo/platform/shared/text/search-words.ts'
import { opinion, worldViewQuestions } from '../intent/advice.ts'
import type { Intent } from '../intent/intent.ts'
import type { Knowledge, NamedAgent } from '../knowledge.ts'
import { messageWords } from '../language/plain-message.ts'
import { hasAnaphora } from '../language/query-analysis.ts'
import type { ReplyInput } from '../reply-input.ts'
import { ageIn, holdsKind } from '../search/answer-kind.ts'
import { contentTokens } from '../search/content-tokens.ts'
import { type FoundPassage, type FoundPassages, findPassages } from '../search/find-passages.ts'
import { findAgentsByName } from './agent-names.ts'
import { type Candidate, isSpoken, listCandidates, minExpected } from './candidates.ts'
import { namesTitle, type Query, readQuery } from './question-fit.ts'
import { offers, quote, type ResponsePlan, responseBase } from './response-parts.ts'

/** Small talk answers unless a passage was written for just this wording. */
const minOverIntent = 0.75
const minContinuing = 0.7

type Planned = Pick<ResponsePlan, 'kind' | 'quotations' | 'suggestions'> & Partial<ResponsePlan>

/** Plans a reply from what was found; null leaves it to small talk. */
export async function planFromPassages(
  knowledge: Knowledge,
  input: ReplyInput,
  { found, intent, isAdvice }: { found: FoundPassages; intent: Intent | null; isAdvice: boolean },
): Promise<ResponsePlan | null> {
  const { question, agent } = input
  const { language } = found
  // beside a disclaimer, only a story about the very thing that the visitor names
  const seen = isAdvice
    ? { ...found, answers: [...found.answers, ...found.near].filter((one) => namesTitle(one, question, language)), near: [] }
    : found
  const [best] = seen.answers
  if (intent !== null && !answersOver(intent, best, found, question)) return null
  const plan = { ...(await responseBase(knowledge, input, language)), suggestions: [] }
  const [otherAgent] = await findAgentsByName(knowledge, { message: question, agentId: agent.id, language })
  if (otherAgent && !(best && mentionsAgent(best, otherAgent))) return { ...plan, kind: 'agent', quotations: [], otherAgent }
  return { ...plan, otherAgent, ...(await planBest(knowledge, input, seen, intent)) }
}

/** Tells the best candidate; if there is none, says what is missing and offers what is nearest. */
async function planBest(knowledge: Knowledge, input: ReplyInput, found: FoundPassages, intent: Intent | null): Promise<Planned> {
  const { language, dialogue } = found
  const query = readQuery(input, found, intent)
  const agentNotes = await knowledge.getNotes({ agentId: input.agent.id, language })
  const [first] = found.answers
  const earlier = replyToTheSame(input)
  if (first && earlier !== null && isSpoken(first, dialogue)) {
    const { note, fact } = first
    const again = earlier.includes(note.text) ? { note, fact: null } : { note, fact }
    return { kind: 'again', quotations: [quote(again, dialogue)], suggestions: [] }
  }
  const candidates = agentNotes ? listCandidates(found, query, agentNotes) : []
  const then = await ageThen(knowledge, input, found, query, candidates[0])
  if (then) return { kind: 'age', quotations: [], suggestions: [], then }
  const best = (query.asksView ? undefined : await viewOfToday(knowledge, input, found)) ?? candidates[0]
  if (best) return { kind: best.reason, quotations: [best.quotation], suggestions: [], ...missing(best.reason, query) }
  const suggestions = await offers(knowledge, input, found)
  if (query.continues && query.isBare && !query.kind)
    return { kind: 'all', quotations: [], suggestions, topic: dialogue.last?.title }
  const isTyped = query.kind !== null && !found.isAboutUnknown
  return { kind: isTyped ? 'unsaid' : 'uncovered', quotations: [], suggestions, ...missing('unsaid', query) }
}

const missing = (reason: Candidate['reason'], { kind, who }: Query): Partial<ResponsePlan> =>
  reason === 'unsaid' && kind !== null ? { missing: kind === '?old' && who ? `?old-${who}` : kind } : {}

/** The age in the year that was just told, or of what was asked about, if no passage gives it. */
async function ageThen(
  knowledge: Knowledge,
  { agent }: ReplyInput,
  { dialogue, language, answers: [top] }: FoundPassages,
  { kind, who, continues, question }: Query,
  best: Candidate | undefined,
) {
  if (kind !== '?old' || who !== null) return null
  const isBare = contentTokens(question, language).length === 1
  const isAnswered = best?.reason === 'notes' || best?.reason === 'passage'
  if (isBare ? !continues || isAnswered : !top || holdsKind(top, kind, language)) return null
  const lived = (await knowledge.listAgents(language)).find(({ id }) => id === agent.id)?.lived ?? ''
  const texts = isBare ? [dialogue.reply, dialogue.last?.text] : [top?.fact?.text, top?.note.text]
  return texts.map((text) => ageIn(text ?? '', lived)).find((then) => then !== null) ?? null
}

/** Opinions on things of today get what the agent thinks of today in general; advice has a note of its own. */
async function viewOfToday(knowledge: Knowledge, input: ReplyInput, found: FoundPassages): Promise<Candidate | undefined> {
  const { language, answers, near, dialogue } = found
  if (answers.length > 0) return undefined
  const asksAdvice = contentTokens(input.question, language).some((token) => token === 'advice' || token === 'conselho')
  const passage = opinion.test(messageWords(input.question).join(' '))
    ? await generalView(knowledge, input, language)
    : near.find(({ note }) => asksAdvice && note.key === 'advice')
  if (!passage || isSpoken(passage, dialogue)) return undefined
  return { quotation: quote(passage, dialogue), reason: 'nearest', score: passage.score }
}

async function generalView(knowledge: Knowledge, input: ReplyInput, language: Locale): Promise<FoundPassage | undefined> {
  const question = worldViewQuestions[language]
  const { answers } = await findPassages(knowledge, { ...input, question, history: [], embedder: undefined })
  return answers[0]
}

/** Small talk that may be a question for a passage after all. */
const questioning: readonly Intent[] = ['out_of_scope', 'clock', 'topics', 'joke']
const continuing: readonly Intent[] = ['next', 'more', 'simpler', 'really', 'yes']

/** "and then?" is answered by what follows the note that was just quoted. */
function answersOver(
  intent: Intent,
  best: FoundPassage | undefined,
  { dialogue, language }: FoundPassages,
  question: string,
): boolean {
  if (dialogue.last && (intent === 'reason' || (intent === 'topics' && hasAnaphora(question, language)))) return true
  // "was it worth it?" at the beginning is about the agent
  if (!best || questioning.includes(intent) || intent === 'reason') return (best?.score ?? 0) >= minOverIntent
  const continues = continuing.includes(intent) && best.note.key === dialogue.last?.key && !isSpoken(best, dialogue)
  return continues && best.score >= (best.isNext ? minExpected : minContinuing)
}

/** The reply to the same question before; null if it is new. */
function replyToTheSame({ question, history }: ReplyInput): string | null {
  const plain = (text: string) => plainWords(text).join(' ')
  const at = history.findLastIndex(({ role, content }) => role === 'user' && plain(content) === plain(question))
  return at < 0 ? null : (history[at + 1]?.content ?? '')
}

const mentionsAgent = ({ note: { title, text }, fact }: FoundPassage, { name }: NamedAgent) => {
  const words = new Set(plainWords(`${title} ${text} ${fact?.text ?? ''}`))
  return plainWords(name).some((word) => word.length > 2 && words.has(word))
}
