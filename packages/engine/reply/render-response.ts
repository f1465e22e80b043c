import { m } from '@duo/platform/i18n/messages.ts'
import { withLocale } from '@duo/platform/i18n/server.ts'
import { fnv1a } from '@duo/platform/shared/text/fnv1a.ts'
import { listReplies } from '../dialogue/dialogue-state.ts'
import type { Advice } from '../intent/advice.ts'
import { daytimeOf } from '../intent/intent.ts'
import type { Story } from '../intent/story.ts'
import { sensitiveTopics } from '../notes/next-questions.ts'
import type { ReplyInput } from '../reply-input.ts'
import { offerTopic, pickUnusedOrNone, pickUnusedPhrase, quoteTopic, repeatWindow } from './phrasing.ts'
import type { Quotation, ResponsePlan } from './response-parts.ts'

/** One reply in three has no ending, to avoid monotony. */
const endings = 3

/** Renders a plan in the agent's words; deterministic for the same message. */
export function renderResponse(plan: ResponsePlan, input: ReplyInput): string {
  return withLocale(plan.language, () => (plan.advice ? renderWithoutAdvice(plan, plan.advice, input) : renderPlan(plan, input)))
}

const noAdvice = {
  medical: () => m.marketplace_engine_no_medical_advice(),
  legal: () => m.marketplace_engine_no_legal_advice(),
  money: () => m.marketplace_engine_no_money_advice(),
}

function renderWithoutAdvice(plan: ResponsePlan, advice: Advice, input: ReplyInput): string {
  return plan.quotations.length > 0 ? `${noAdvice[advice]()}\n\n${renderPlan(plan, input)}` : noAdvice[advice]()
}

/** Avoids recent phrases. `one` falls back to repeating a phrase, `fresh` to an empty one. */
interface PhrasePicker {
  one: (phrases: readonly string[], what: string) => string
  fresh: (phrases: readonly string[], what: string) => string
}

function renderPlan(plan: ResponsePlan, input: ReplyInput): string {
  const { question, history, messageId } = input
  const recentText = listReplies(history).slice(-repeatWindow).join('\n')
  const choose: PhrasePicker = {
    one: (phrases, what) => pickUnusedPhrase(phrases, recentText, fnv1a(messageId + what)),
    fresh: (phrases, what) => pickUnusedOrNone(phrases, recentText, fnv1a(messageId + what)),
  }
  const { voice } = plan
  const [topic] = plan.suggestions.map(({ title }) => quoteTopic(title))
  const closing = () => choose.one(voice.closings, 'closing')
  const own = (phrases: readonly string[] | undefined, generic: () => string) =>
    phrases && phrases.length > 0 ? choose.one(phrases, plan.kind) : generic()
  switch (plan.kind) {
    case 'notes':
    case 'more':
    case 'nearest':
    case 'again':
    case 'passage':
    case 'simpler':
      // no cheerful phrase after a death or an illness
      return renderNotes(plan, choose, fnv1a(`${messageId}end`) % endings > 0 && !plan.quotations.some(isSensitive))
    case 'heard':
    case 'you-too':
    case 'my-place':
      return renderStory(plan, question, choose)
    case 'age':
      return plan.then ? `${m.marketplace_engine_age({ year: `${plan.then.year}`, age: `${plan.then.age}` })} ${closing()}` : ''
    case 'unsaid':
      return renderUnsaid(plan, () => offerTopic(choose.one(voice.notCovered, 'uncovered'), topic ?? ''))
    case 'all':
      return [
        m.marketplace_engine_no_more({ topic: quoteTopic(plan.topic ?? '') }),
        topic === undefined ? '' : m.marketplace_engine_offer({ topic }),
      ].join(' ')
    case 'uncovered':
      return topic !== undefined ? offerTopic(choose.one(voice.notCovered, 'uncovered'), topic) : m.marketplace_engine_all_told()
    case 'offer':
    case 'no':
      return topic !== undefined ? `${closing()} ${m.marketplace_engine_offer({ topic })}` : closing()
    case 'topics':
      return [m.marketplace_engine_topics(), plan.starters.map((starter) => `- ${starter}`).join('\n')].join('\n\n')
    case 'greeting':
      return greeting(choose.one(voice.greeting, 'greeting'), question)
    case 'wellbeing':
      return `${m.marketplace_engine_well()} ${closing()}`
    case 'really':
      return `${choose.one(really(), 'really')} ${closing()}`
    case 'thanks':
      return choose.one(voice.thanks, 'thanks')
    case 'farewell':
      return own(voice.farewells, m.marketplace_engine_farewell)
    case 'praise':
      return own(voice.praised, m.marketplace_engine_praised)
    case 'joke':
      return own(voice.jokes, m.marketplace_engine_no_joke)
    case 'sad':
      return m.marketplace_engine_sad()
    case 'happy':
      return `${m.marketplace_engine_happy()} ${closing()}`
    case 'clock':
      return m.marketplace_engine_clock()
    case 'sum':
      return m.marketplace_engine_sum({ result: plan.statement ?? '' })
    case 'wordless':
      return m.marketplace_engine_wordless()
    case 'foreign':
      return [plan.statement, m.marketplace_engine_languages()].filter(Boolean).join('\n\n')
    case 'agent':
      return plan.otherAgent ? m.marketplace_engine_agent(plan.otherAgent) : ''
    case 'insult':
      return `${m.marketplace_engine_insult()} ${closing()}`
    case 'love':
      return `${m.marketplace_engine_love()} ${closing()}`
    case 'indecent':
      return `${m.marketplace_engine_indecent()} ${closing()}`
    case 'hate':
      return m.marketplace_engine_hate()
    case 'about':
      return voice.aboutMe
    case 'exhausted':
      return m.marketplace_engine_all_told()
  }
}

const ownGreeting = /^(?:good (?:day|morning|afternoon|evening)|hello|welcome|bom dia|boa tarde|boa noite|olá)[^.!?—]*[.!—]\s*/iu

function greeting(phrase: string, question: string): string {
  const daytime = daytimeOf(question)
  if (daytime === null) return phrase
  const salutation = {
    morning: () => m.marketplace_engine_morning(),
    afternoon: () => m.marketplace_engine_afternoon(),
    evening: () => m.marketplace_engine_evening(),
  }[daytime]()
  const rest = phrase.replace(ownGreeting, '')
  return rest === '' ? salutation : `${salutation} ${rest.charAt(0).toLocaleUpperCase()}${rest.slice(1)}`
}

const again = () => [m.marketplace_engine_again_1(), m.marketplace_engine_again_2(), m.marketplace_engine_again_3()]
const asQuoted = () => [m.marketplace_engine_as_said_1(), m.marketplace_engine_as_said_2(), m.marketplace_engine_as_said_3()]
const really = () => [m.marketplace_engine_really_1(), m.marketplace_engine_really_2(), m.marketplace_engine_really_3()]
const beside = () => [m.marketplace_engine_beside_1(), m.marketplace_engine_beside_2(), m.marketplace_engine_beside_3()]
const isSensitive = ({ note: { key } }: Quotation) => sensitiveTopics.test(key)

const hopeful: readonly (Story | undefined)[] = [
  'setting-out',
  'business',
  'study',
  'child',
  'teaching',
  'beginning',
  'unfinished',
]
const wronged: readonly (Story | undefined)[] = ['humiliated', 'unfair-work', 'job']

const maxNamed = 90
/** The first words of what a visitor tells, which a reply names. */
const inShort = (message: string) =>
  quoteTopic(message.replace(/\s+/g, ' ').trim())
    .replace(/[\s.,!?…]+$/u, '')
    .replace(new RegExp(`^(.{0,${maxNamed}})\\s.*$`, 'u'), (all, start) => (all.length > maxNamed ? `${start} …` : all))

/** What the visitor said comes first; no cheerful phrase follows. */
function renderStory(
  { kind, story, isAnswer, quotations: [nearest] }: ResponsePlan,
  question: string,
  choose: PhrasePicker,
): string {
  if (kind === 'you-too') return nearest ? `${m.marketplace_engine_you_too()} ${nearest.text}` : m.marketplace_engine_not_me_too()
  if (kind === 'my-place') {
    const care = wronged.includes(story) ? m.marketplace_engine_my_place_wronged() : m.marketplace_engine_my_place()
    return nearest ? `${care}\n\n${m.marketplace_engine_what_i_did()} ${nearest.text}` : care
  }
  const sentence =
    story === 'life'
      ? m.marketplace_engine_heard_life({ text: inShort(question) })
      : m.marketplace_engine_heard({ story: story ?? '' })
  if (nearest) return `${sentence}\n\n${isAnswer ? '' : `${choose.one(beside(), 'beside')} `}${nearest.text}`
  return `${sentence} ${hopeful.includes(story) ? m.marketplace_engine_ask_hopeful() : m.marketplace_engine_ask_heavy()}`
}

function renderUnsaid({ missing, quotations: [nearest] }: ResponsePlan, offer: () => string): string {
  const sentence = missing ? m.marketplace_engine_unsaid({ kind: missing.slice(1) }) : ''
  if (!nearest) return `${sentence} ${offer()}`
  return `${sentence} ${m.marketplace_engine_nearest_said({ topic: quoteTopic(nearest.note.title) })} ${nearest.text}`
}

const nearest = () => [m.marketplace_engine_nearest_1(), m.marketplace_engine_nearest_2(), m.marketplace_engine_nearest_3()]
const simpler = () => [m.marketplace_engine_simpler_1(), m.marketplace_engine_simpler_2(), m.marketplace_engine_simpler_3()]

function renderNotes(
  { kind, voice, quotations, otherAgent, isPartial }: ResponsePlan,
  choose: PhrasePicker,
  hasClosing: boolean,
): string {
  const [first, ...others] = quotations
  const phrases = {
    notes: voice.openings,
    more: voice.bridges,
    nearest: nearest(),
    again: again(),
    passage: asQuoted(),
    simpler: simpler(),
  }
  // a fact answers first
  const isFact = kind === 'notes' && first !== undefined && first.text !== first.note.text
  const opening = isFact ? '' : choose.fresh(phrases[kind as keyof typeof phrases], 'opening')
  const bridges = voice.bridges.filter((bridge) => bridge !== opening)
  return [
    [opening, first?.text ?? ''].filter(Boolean).join(' '),
    ...others.map(({ text }, index) => [choose.fresh(bridges, `bridge${index}`), text].filter(Boolean).join(' ')),
    ...(isPartial ? [m.marketplace_engine_not_all()] : []),
    ...(otherAgent ? [m.marketplace_engine_agent_too(otherAgent)] : hasClosing ? [choose.fresh(voice.closings, 'closing')] : []),
  ]
    .filter(Boolean)
    .join('\n\n')
}
