import type { Db } from '@duo/db/index.ts'
import { detectOwnCase } from '@duo/engine/intent/advice.ts'
import type { Intent } from '@duo/engine/intent/intent.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import type { Source } from '../../../chat/schema.ts'
import type { HistoryMessage } from '../../../chat/server/agent-directory.ts'
import type { AgentProfile } from '../../agent-rules.ts'
import { placeText } from '../../place-text.ts'
import type { SearchHit } from '../../schema.ts'
import { proposeQuestions } from '../draft/draft.ts'
import { topicQuestion } from '../draft/topic-question.ts'
import { escapeMarkdown, quotation } from '../quotes/markdown.ts'
import { type Quote, quotesFrom } from '../quotes/quote.ts'
import type { SearchedAgent } from '../search/search.ts'
import type { FoundAnswer } from './find-answer.ts'

export interface RepliedAgent extends SearchedAgent {
  name: string
  profile: AgentProfile
}

export interface EngineReply {
  /** Cites its sources by their numbers (`[1]`). */
  text: string
  sources: Source[]
}

export interface ReplyTurn {
  question: string
  history: readonly HistoryMessage[]
  /** Of the reply. */
  language: Locale
}

/**
 * Replies with a correction or with sentences of passages, word for word. Writes nothing about the subject of its own.
 * `leadsOn`: whether questions that lead on stand under the reply.
 */
export function engineReply(agent: RepliedAgent, found: FoundAnswer, turn: ReplyTurn, leadsOn: boolean): EngineReply {
  const { language } = turn
  switch (found.coverage) {
    case 'correction':
      return {
        // after an address, the number would become its end
        text: withAdvice(`${found.correction.answer}${/\w\/\S*$/.test(found.correction.answer) ? ' ' : ''}[1]`, turn),
        sources: [{ title: m.studio_source_correction({}, { locale: language }), source: found.correction.question }],
      }
    case 'documents':
      return quoteReply(agent, found, turn)
    case 'small_talk':
      return { text: smallTalk(agent, found.intent, { language, leadsOn }), sources: [] }
    default:
      return { text: withAdvice(notFound(agent.profile, found.instead, language), turn), sources: [] }
  }
}

/** The creator's sentence, or the house's. */
export const notCovered = ({ notCovered: own }: AgentProfile, language: Locale) =>
  own === '' ? m.studio_reply_not_covered({}, { locale: language }) : own

const askInstead = { en: m.studio_reply_ask_in_en, pt: m.studio_reply_ask_in_pt }

/** That documents of another language lack something would be a guess. */
const notFound = (profile: AgentProfile, instead: Locale | null, language: Locale) =>
  instead === null ? notCovered(profile, language) : askInstead[instead]({}, { locale: language })

const foreignLead = { en: m.studio_reply_in_en, pt: m.studio_reply_in_pt }

function quoteReply(
  agent: RepliedAgent,
  { query, hits, isContinued }: Extract<FoundAnswer, { coverage: 'documents' }>,
  turn: ReplyTurn,
): EngineReply {
  const { language, history } = turn
  // only "more" leaves out what was quoted: to another question, the same passage may be the right reply
  const spoken = isContinued
    ? history.flatMap(({ role, content }) => (role === 'assistant' ? content.replaceAll('\\', '') : [])).join('\n')
    : ''
  const shown = quotesFrom(query, hits, agent.passages, spoken)
  if (shown.length === 0) return { text: m.studio_reply_no_more({}, { locale: language }), sources: [] }
  const foreign = shown.find(({ hit }) => hit.language !== null && hit.language !== language)?.hit.language
  const lead = foreign ? [foreignLead[foreign]({}, { locale: language })] : []
  const quoted = shown.map((quote, index) => `${titleOf(quote, shown, language)}${quotation(quote.text)}[${index + 1}]`)
  const text = [...lead, ...quoted].join('\n\n')
  return { text: withAdvice(text, turn, true), sources: shown.map((quote) => toSource(quote.hit, language, quote)) }
}

/** Quotations from different places stand apart, each under its own. */
function titleOf({ place, hit }: Quote, shown: readonly Quote[], language: Locale): string {
  if (shown.length === 1) return ''
  const title = place.headings.at(-1) ?? hit.question ?? placeText(place, language) ?? hit.documentName
  return `**${escapeMarkdown(title)}**\n\n`
}

/** `quote`: the part of the passage that the reply has. */
export function toSource(hit: SearchHit, language: Locale, quote?: Pick<Quote, 'text' | 'place'>): Source {
  const { id, documentName, text, language: own } = hit
  return {
    id,
    title: documentName,
    source: placeText(quote?.place ?? hit, language) ?? '',
    text,
    ...(own && { language: own }),
    ...(quote && { passage: quote.text }),
  }
}

/** The house's rule for questions about the asker's own health, rights or money. */
function withAdvice(text: string, { question, language }: ReplyTurn, isQuoted = false): string {
  if (detectOwnCase(question) === null) return text
  const caution = isQuoted ? m.studio_reply_no_advice : m.studio_reply_no_advice_plain
  return `${text}\n\n${caution({}, { locale: language })}`
}

function smallTalk(
  { name, profile }: RepliedAgent,
  intent: Intent,
  { language, leadsOn }: { language: Locale; leadsOn: boolean },
): string {
  const options = { locale: language }
  if (intent === 'greeting' || intent === 'wellbeing') return m.studio_reply_greeting({ name }, options)
  if (intent === 'thanks' || intent === 'praise' || intent === 'happy') return m.studio_reply_thanks({}, options)
  if (intent === 'farewell') return m.studio_reply_farewell({}, options)
  if (intent === 'about') return m.studio_reply_about({ name }, options)
  if (intent === 'topics' || intent === 'surprise')
    return leadsOn ? m.studio_reply_topics({}, options) : m.studio_reply_no_topics({}, options)
  if (intent === 'insult' || intent === 'hate' || intent === 'indecent' || intent === 'love')
    return m.studio_reply_calm({}, options)
  if (intent === 'no' || intent === 'acknowledgement' || intent === 'wordless' || intent === 'yes')
    return leadsOn ? m.studio_reply_offer({}, options) : m.studio_reply_no_topics({}, options)
  return notCovered(profile, language)
}

const maxQuestions = 3

/** Questions that lead on: of the headings that were found beside, then of others, none that was asked. */
export async function leadingQuestions(db: Db, agent: RepliedAgent, found: FoundAnswer, turn: ReplyTurn): Promise<string[]> {
  const { language, history, question } = turn
  if (found.coverage === 'small_talk' && ['farewell', 'insult', 'hate', 'indecent'].includes(found.intent)) return []
  const beside =
    found.coverage === 'documents' ? [...found.hits.slice(1), ...found.near] : found.coverage === 'not_covered' ? found.near : []
  const near = beside.flatMap(
    (hit) =>
      topicQuestion({ heading: hit.headings.at(-1) ?? null, question: hit.question, language: hit.language }, language) ?? [],
  )
  const others = [...agent.profile.starters, ...(await proposeQuestions(db, agent.id, { language, count: 12 }))]
  const before = new Set([question, ...history.flatMap(({ role, content }) => (role === 'user' ? content : []))])
  return [...new Set([...near, ...others])].filter((one) => !before.has(one)).slice(0, maxQuestions)
}
