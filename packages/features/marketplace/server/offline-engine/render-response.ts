import { m } from '@duo/platform/i18n/messages.ts'
import { withLocale } from '@duo/platform/i18n/server.ts'
import type { Asked } from '../../schema.ts'
import { repliesIn } from '../notes/notes-search.ts'
import type { Advice } from './advice.ts'
import { daytimeOf } from './intent.ts'
import { asTopic, fresh, freshFor, offering, seedOf, unsaid } from './phrasing.ts'
import type { Plan } from './response-parts.ts'

/** Of three answers one goes without an ending: it would sound like a habit. */
const endings = 3

/** Puts a plan into the agent's own words, in their language. The same message is always answered in the same words. */
export function compose(plan: Plan, asked: Asked): string {
  return withLocale(plan.language, () => (plan.advice ? withoutAdvice(plan, plan.advice, asked) : worded(plan, asked)))
}

const noAdvice = {
  medical: () => m.marketplace_engine_no_medical_advice(),
  legal: () => m.marketplace_engine_no_legal_advice(),
  money: () => m.marketplace_engine_no_money_advice(),
}

/** The story where the notes have one near, after the words that it is no advice; no other topic instead. */
function withoutAdvice(plan: Plan, advice: Advice, asked: Asked): string {
  return plan.notes.length > 0 ? `${noAdvice[advice]()}\n\n${worded(plan, asked)}` : noAdvice[advice]()
}

/** Chooses among phrases what was not said lately: `one` says something always, `fresh` rather nothing than the same. */
interface Choose {
  one: (phrases: readonly string[], what: string) => string
  fresh: (phrases: readonly string[], what: string) => string
}

function worded(plan: Plan, asked: Asked): string {
  const { question, history, messageId } = asked
  const said = repliesIn(history).slice(-freshFor).join('\n')
  const choose: Choose = {
    one: (phrases, what) => unsaid(phrases, said, seedOf(messageId + what)),
    fresh: (phrases, what) => fresh(phrases, said, seedOf(messageId + what)),
  }
  const { voice } = plan
  const [topic] = plan.leads.map(({ title }) => asTopic(title))
  const closing = () => choose.one(voice.closings, 'closing')
  const own = (phrases: readonly string[] | undefined, generic: () => string) =>
    phrases && phrases.length > 0 ? choose.one(phrases, plan.kind) : generic()
  switch (plan.kind) {
    case 'notes':
    case 'more':
    case 'nearest':
    case 'counsel':
    case 'again':
    case 'passage':
    case 'simpler':
      return told(plan, choose, seedOf(`${messageId}end`) % endings > 0)
    case 'uncovered':
      return topic !== undefined ? offering(choose.one(voice.notCovered, 'uncovered'), topic) : m.marketplace_engine_all_told()
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
      return m.marketplace_engine_sum({ result: plan.said ?? '' })
    case 'wordless':
      return m.marketplace_engine_wordless()
    case 'foreign':
      return `${plan.said}\n\n${m.marketplace_engine_languages()}`
    case 'agent':
      return plan.named ? m.marketplace_engine_agent(plan.named) : ''
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
    case 'told':
      return m.marketplace_engine_all_told()
  }
}

/** A greeting at the start of a phrase, which the person's own takes the place of. */
const ownGreeting = /^(?:good (?:day|morning|afternoon|evening)|hello|welcome|bom dia|boa tarde|boa noite|olá)[^.!?—]*[.!—]\s*/iu

function greeting(phrase: string, question: string): string {
  const daytime = daytimeOf(question)
  if (daytime === null) return phrase
  const said = {
    morning: () => m.marketplace_engine_morning(),
    afternoon: () => m.marketplace_engine_afternoon(),
    evening: () => m.marketplace_engine_evening(),
  }[daytime]()
  const rest = phrase.replace(ownGreeting, '')
  return rest === '' ? said : `${said} ${rest.charAt(0).toLocaleUpperCase()}${rest.slice(1)}`
}

const again = () => [m.marketplace_engine_again_1(), m.marketplace_engine_again_2(), m.marketplace_engine_again_3()]
const asSaid = () => [m.marketplace_engine_as_said_1(), m.marketplace_engine_as_said_2(), m.marketplace_engine_as_said_3()]
const really = () => [m.marketplace_engine_really_1(), m.marketplace_engine_really_2(), m.marketplace_engine_really_3()]
const counsel = () => [m.marketplace_engine_counsel_1(), m.marketplace_engine_counsel_2(), m.marketplace_engine_counsel_3()]
const nearest = () => [m.marketplace_engine_nearest_1(), m.marketplace_engine_nearest_2(), m.marketplace_engine_nearest_3()]
const simpler = () => [m.marketplace_engine_simpler_1(), m.marketplace_engine_simpler_2(), m.marketplace_engine_simpler_3()]

/** What the notes say, with a way in, a way from one to the next and, mostly, an ending. */
function told({ kind, voice, notes, passage, named, isPartial }: Plan, choose: Choose, ends: boolean): string {
  const [first, ...others] = notes
  const phrases = {
    notes: voice.openings,
    more: voice.bridges,
    nearest: nearest(),
    counsel: counsel(),

    again: again(),
    passage: asSaid(),
    simpler: simpler(),
  }
  const opening = choose.fresh(phrases[kind as keyof typeof phrases], 'opening')
  const bridges = voice.bridges.filter((bridge) => bridge !== opening)
  return [
    [opening, passage ?? first?.text ?? ''].filter(Boolean).join(' '),
    ...others.map(({ text }, place) => [choose.fresh(bridges, `bridge${place}`), text].filter(Boolean).join(' ')),
    ...(isPartial ? [m.marketplace_engine_not_all()] : []),
    ...(named ? [m.marketplace_engine_agent_too(named)] : ends ? [choose.fresh(voice.closings, 'closing')] : []),
  ]
    .filter(Boolean)
    .join('\n\n')
}
