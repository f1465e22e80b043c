import { setTimeout as wait } from 'node:timers/promises'
import type { Db } from '@duo/db/index.ts'
import type { Answerer, Asked, Meaning } from '../../schema.ts'
import { nextQuestions } from '../notes/next-questions.ts'
import { compose } from './render-response.ts'
import type { Plan } from './response-parts.ts'
import { planAnswer } from './response-plan.ts'

/** Time between two words, ms, and the longest that a whole answer may take. */
const wordPace = 28
const longest = 6_000

/**
 * The embedded engine: answers from an agent's own notes, needs no key and no network. It quotes its notes word for word, says so where
 * they do not cover a question, and comes word by word like a model's answer. It costs no tokens. `pace` is the time between words, in ms.
 * `meaning` is called for each answer, where notes are also found by meaning.
 */
export const offlineAnswer = ({ db, meaning }: { db: Db; meaning?: () => Meaning | undefined }, pace = wordPace): Answerer =>
  async function* answer(asked, signal) {
    signal.throwIfAborted()
    const plan = await planAnswer(db, { ...asked, meaning: meaning?.() })
    const text = withCitations(compose(plan, asked), plan)
    // a link comes in one piece: half of one is no link
    const pieces = text.match(/\s*(?:\[[^\]]*\]\([^)]*\)|\S)+/g) ?? [text]
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
    const questions = await leadingOn(db, plan, asked, text)
    if (questions.length > 0) yield { type: 'next', questions }
    yield { type: 'done', tokens: 0, origin: 'offline' }
  }

/** The text with the number of its source (`[1]`) behind each note that is told in it, in the order of the sources. */
function withCitations(text: string, { notes, passage }: Plan): string {
  return notes.reduce((cited, note, index) => {
    const told = index === 0 && passage !== undefined ? passage : note.text
    return cited.replace(told, () => `${told}[${index + 1}]`)
  }, text)
}

/** Kinds of answers after which it would be out of place to lead on. */
const without: ReadonlySet<Plan['kind']> = new Set(['farewell', 'insult', 'love', 'indecent', 'hate'] as const)

/** The questions that lead on: the starters at the beginning, else those of the notes that are near. */
async function leadingOn(db: Db, plan: Plan, asked: Asked, answer: string): Promise<string[]> {
  if (without.has(plan.kind) || (plan.advice && plan.notes.length === 0)) return []
  const { language, starters, leads, notes } = plan
  const isFirst = asked.history.length === 0 && notes.length === 0 && leads.length === 0
  if (isFirst && plan.kind !== 'topics') return starters.slice(0, 3)
  const { history, question } = asked
  const told = notes.map(({ key }) => key)
  return nextQuestions(db, { agentId: asked.agent.id, language, history, question, answer, near: leads, told })
}
