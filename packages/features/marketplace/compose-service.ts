import { m } from '@duo/platform/i18n/messages.ts'
import { withLocale } from '@duo/platform/i18n/server.ts'
import type { Plan } from './plan-service.ts'
import type { Asked } from './schema.ts'

/** Of three answers one goes without an ending: it would sound like a habit. */
const endings = 3

/** Puts a plan into the agent's own words, in their language. The same message is always answered in the same words. */
export function compose(plan: Plan, asked: Asked): string {
  return withLocale(plan.language, () => worded(plan, asked))
}

function worded(plan: Plan, { history, messageId }: Asked): string {
  const said = history.flatMap(({ role, content }) => (role === 'assistant' ? [content] : [])).join('\n')
  const one = (phrases: readonly string[], what: string) => unsaid(phrases, said, seedOf(messageId + what))
  const { voice } = plan
  const topic = () => (plan.topics.length > 0 ? (plan.topics[0] ?? '') : '')
  switch (plan.kind) {
    case 'notes':
    case 'more':
    case 'again': {
      const opening =
        plan.kind === 'again'
          ? m.marketplace_engine_again()
          : one(plan.kind === 'more' ? voice.bridges : voice.openings, 'opening')
      const [first, second] = plan.notes
      const ending = seedOf(`${messageId}end`) % endings > 0 ? [one(voice.closings, 'closing')] : []
      const more = second ? [`${one(voice.bridges, 'bridge')} ${second.text}`] : []
      return [`${opening} ${first?.text ?? ''}`, ...more, ...ending].join('\n\n')
    }
    case 'uncovered':
      return plan.topics.length > 0
        ? one(voice.notCovered, 'uncovered').replaceAll('{topic}', topic())
        : m.marketplace_engine_all_told()
    case 'offer':
    case 'no':
      return plan.topics.length > 0
        ? `${one(voice.closings, 'closing')} ${m.marketplace_engine_offer({ topic: topic() })}`
        : one(voice.closings, 'closing')
    case 'topics':
      return [m.marketplace_engine_topics(), plan.starters.map((starter) => `- ${starter}`).join('\n')].join('\n\n')
    case 'greeting':
      return one(voice.greeting, 'greeting')
    case 'thanks':
      return one(voice.thanks, 'thanks')
    case 'about':
      return voice.aboutMe
    case 'told':
      return m.marketplace_engine_all_told()
    case 'distress':
      return m.marketplace_engine_distress()
  }
}

/** One of the phrases: of those not said yet in this conversation, else of all. */
function unsaid(phrases: readonly string[], said: string, seed: number): string {
  const fresh = phrases.filter((phrase) => !said.includes(phrase.split('{topic}')[0] ?? phrase))
  const from = fresh.length > 0 ? fresh : phrases
  return from[seed % from.length] ?? ''
}

/** A number that is the same for the same text (FNV-1a). */
const seedOf = (text: string) =>
  [...text].reduce((hash, char) => Math.imul(hash ^ char.charCodeAt(0), 16_777_619) >>> 0, 2_166_136_261)
