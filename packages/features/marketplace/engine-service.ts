import { setTimeout as wait } from 'node:timers/promises'
import type { Db } from '@duo/db/index.ts'
import { compose } from './compose-service.ts'
import { type Plan, planAnswer } from './plan-service.ts'
import type { Answerer } from './schema.ts'

/** Time between two words, ms, and the longest that a whole answer may take. */
const wordPace = 28
const longest = 6_000

/** Characters that a token has on average. */
const tokenLength = 4

/** How many tokens a text is, roughly: nobody counted them. */
export const estimatedTokens = (text: string) => Math.ceil(text.length / tokenLength)

/**
 * The embedded engine: answers from an agent's own notes, needs no key and no network. It quotes its notes word for word, says so where
 * they do not cover a question, and comes word by word like a model's answer. `pace` is the time between words, in ms.
 */
export const offlineAnswer = ({ db }: { db: Db }, pace = wordPace): Answerer =>
  async function* answer(asked, signal) {
    signal.throwIfAborted()
    const plan = await planAnswer(db, asked)
    const text = withCitations(compose(plan, asked), plan)
    const pieces = text.match(/\s*\S+/g) ?? [text]
    const between = Math.min(pace, longest / pieces.length)
    let due = performance.now()
    for (const piece of pieces) {
      signal.throwIfAborted()
      yield { type: 'text', text: piece }
      due += between
      const left = due - performance.now()
      if (left > 1) await wait(left, undefined, { signal }).catch(() => signal.throwIfAborted())
    }
    if (plan.notes.length > 0) yield { type: 'sources', sources: plan.notes.map(({ title, source }) => ({ title, source })) }
    yield { type: 'done', tokens: estimatedTokens(text), origin: 'offline' }
  }

/** The text with the number of its source (`[1]`) behind each note that is told in it, in the order of the sources. */
function withCitations(text: string, { notes, passage }: Plan): string {
  return notes.reduce((cited, note, index) => {
    const told = index === 0 && passage !== undefined ? passage : note.text
    return cited.replace(told, () => `${told}[${index + 1}]`)
  }, text)
}
