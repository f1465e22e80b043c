import { setTimeout as wait } from 'node:timers/promises'
import type { Db } from '@duo/db/index.ts'
import { composeReply } from '@duo/engine/reply/compose-reply.ts'
import type { QuestionEmbedder, ReplyInput } from '@duo/engine/reply-input.ts'
import type { ReplyPart } from '../schema.ts'
import { knowledgeIn } from './notes/knowledge.ts'

const wordIntervalMs = 28
/** A reader starts at once and never waits for the end. */
const maxDurationMs = 800

/** Streams the engine's reply word by word, without a key, network or token costs. `intervalMs` is the time between words. */
export const createOfflineResponder = (
  { db, embedder }: { db: Db; embedder?: () => QuestionEmbedder | undefined },
  intervalMs = wordIntervalMs,
): ((input: ReplyInput, signal: AbortSignal) => AsyncIterable<ReplyPart>) =>
  async function* answer(input, signal) {
    signal.throwIfAborted()
    const { text, sources, suggestQuestions } = await composeReply(knowledgeIn(db), { ...input, embedder: embedder?.() })
    yield* streamWords(text, signal, intervalMs)
    if (sources.length > 0) yield { type: 'sources', sources }
    const questions = await suggestQuestions()
    if (questions.length > 0) yield { type: 'next', questions }
    yield { type: 'done', tokens: 0, origin: 'offline' }
  }

/** Streams a text word by word, as it would be typed. */
export async function* streamWords(
  text: string,
  signal: AbortSignal,
  intervalMs = wordIntervalMs,
): AsyncGenerator<Extract<ReplyPart, { type: 'text' }>> {
  const pieces = text.match(/\s*(?:\[[^\]]*\]\([^)]*\)|\S)+/g) ?? [text]
  const between = Math.min(intervalMs, maxDurationMs / pieces.length)
  let due = performance.now()
  for (const piece of pieces) {
    signal.throwIfAborted()
    yield { type: 'text', text: piece }
    due += between
    const left = due - performance.now()
    if (left > 1) await wait(left, undefined, { signal }).catch(() => signal.throwIfAborted())
  }
}
