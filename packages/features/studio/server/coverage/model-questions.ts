import type { RequestContext } from '@duo/platform/server/trpc.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import { v7 as uuidv7 } from 'uuid'
import { createModelResponder } from '../../../chat/server/model/model-failover.ts'
import { maxStarterLength } from '../../agent-rules.ts'
import type { RepliedAgent } from '../reply/engine-reply.ts'
import { toPersona } from '../reply/persona.ts'
import { samplePassages } from './coverage-queries.ts'

const maxPassages = 12
const maxTokens = 800
const waitMs = 20_000

/** What the model is asked, in the language of the agent's creator. */
const orders: Record<Locale, (count: number) => string> = {
  en: (count) =>
    `Write ${count} questions that visitors would ask in their own words and that your notes answer, one in a line, without numbering and without answers. Each in the language of its note.`,
  pt: (count) =>
    `Escreva ${count} perguntas que visitantes fariam com suas próprias palavras e que suas notas respondem, uma por linha, sem numeração e sem respostas. Cada uma no idioma da sua nota.`,
}

/** Lets the model make questions of passages. Returns none without a model, or when it fails: the questions of headings remain. */
export async function questionsOfModel(
  { db, models, log, budget }: Pick<RequestContext, 'db' | 'models' | 'log' | 'budget'>,
  agent: RepliedAgent & { language: Locale },
  count: number,
): Promise<string[]> {
  if (models.length === 0 || budget.isSpent()) return []
  const passages = await samplePassages(db, agent.id, maxPassages)
  const notes = passages.map(({ text }, index) => ({ title: `Passage ${index + 1}`, source: '', text }))
  const responder = createModelResponder({ models, log, notes, hints: [], maxTokens, budget })
  const question = orders[agent.language](count)
  const persona = toPersona(agent, { slug: agent.id, contentVersion: agent.id })
  let text = ''
  try {
    const input = { agent: persona, language: agent.language, history: [], question, messageId: uuidv7() }
    for await (const part of responder(input, AbortSignal.timeout(waitMs)))
      if (part.type === 'text') text += part.text
      else if (part.type === 'restart') text = ''
  } catch (err) {
    log.warn({ err }, 'a model made no questions for a coverage run')
  }
  return questionsIn(text).slice(0, count)
}

/** Returns the lines of a text that are questions, without the marks of a list and citations. */
export const questionsIn = (text: string): string[] =>
  text
    .split('\n')
    .map((line) =>
      line
        .replace(/\s*\[\d+\]/g, '')
        .replace(/^[\s\d.)*•-]+/, '')
        .trim(),
    )
    .filter((line) => line.endsWith('?') && line.length <= maxStarterLength)
