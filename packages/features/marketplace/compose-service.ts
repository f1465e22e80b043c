import { m } from '@duo/platform/i18n/messages.ts'
import { withLocale } from '@duo/platform/i18n/server.ts'
import type { Advice } from './advice-service.ts'
import { asTopic, offering, seedOf, unsaid } from './phrase-service.ts'
import type { Plan } from './plan-service.ts'
import type { Asked } from './schema.ts'

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

function worded(plan: Plan, { history, messageId }: Asked): string {
  const said = history.flatMap(({ role, content }) => (role === 'assistant' ? [content] : [])).join('\n')
  const one = (phrases: readonly string[], what: string) => unsaid(phrases, said, seedOf(messageId + what))
  const { voice } = plan
  const [topic] = plan.topics.map(asTopic)
  switch (plan.kind) {
    case 'notes':
    case 'more':
    case 'again':
    case 'passage':
      return told(plan, one, seedOf(`${messageId}end`) % endings > 0)
    case 'uncovered':
      return topic !== undefined ? offering(one(voice.notCovered, 'uncovered'), topic) : m.marketplace_engine_all_told()
    case 'offer':
    case 'no':
      return topic !== undefined
        ? `${one(voice.closings, 'closing')} ${m.marketplace_engine_offer({ topic })}`
        : one(voice.closings, 'closing')
    case 'topics':
      return [m.marketplace_engine_topics(), plan.starters.map((starter) => `- ${starter}`).join('\n')].join('\n\n')
    case 'greeting':
      return one(voice.greeting, 'greeting')
    case 'thanks':
      return one(voice.thanks, 'thanks')
    case 'insult':
      return `${m.marketplace_engine_insult()} ${one(voice.closings, 'closing')}`
    case 'love':
      return `${m.marketplace_engine_love()} ${one(voice.closings, 'closing')}`
    case 'indecent':
      return `${m.marketplace_engine_indecent()} ${one(voice.closings, 'closing')}`
    case 'hate':
      return m.marketplace_engine_hate()
    case 'about':
      return voice.aboutMe
    case 'told':
      return m.marketplace_engine_all_told()
  }
}

type Choose = (phrases: readonly string[], what: string) => string

/** What the notes say, with a way in, a way from one to the next and, mostly, an ending. */
function told({ kind, voice, notes, passage }: Plan, one: Choose, ends: boolean): string {
  const [first, second] = notes
  const opening = {
    notes: () => one(voice.openings, 'opening'),
    more: () => one(voice.bridges, 'opening'),
    again: () => m.marketplace_engine_again(),
    passage: () => m.marketplace_engine_as_said(),
  }[kind as 'notes' | 'more' | 'again' | 'passage']()
  return [
    `${opening} ${passage ?? first?.text ?? ''}`,
    ...(second ? [`${one(voice.bridges, 'bridge')} ${second.text}`] : []),
    ...(ends ? [one(voice.closings, 'closing')] : []),
  ].join('\n\n')
}
