import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { testDatabase } from '@duo/db/testing.ts'
import type { ReplyInput } from '@duo/engine/reply-input.ts'
import { type Locale, locales } from '@duo/platform/shared/locale.ts'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { bundledAgentRules } from '../../rules.ts'
import { seedAgents } from '../import/seed-agents.ts'
import { createOfflineResponder } from '../offline-responder.ts'

const exchange = z.strictObject({
  agent: z.string(),
  history: z.array(z.string()).optional(),
  question: z.string(),
  citesNote: z.boolean().optional(),
  must: z.array(z.string()).optional(),
  mustNot: z.array(z.string()).optional(),
})
type Exchange = z.infer<typeof exchange>

const { db } = await testDatabase()
const ids = new Map<string, string>()
beforeAll(async () => {
  await seedAgents(db, join(import.meta.dirname, '../../../../../db/seeds/agents'), bundledAgentRules)
  for (const { id, slug } of await db.selectFrom('marketplace_agent').select(['id', 'slug']).execute()) ids.set(slug, id)
})

async function reply({ agent, history: before = [], question }: Exchange, language: Locale) {
  const history: ReplyInput['history'][number][] = []
  const say = async (content: string) => {
    let text = ''
    let citesNote = false
    let next: string[] = []
    const input = { agent: { id: ids.get(agent) ?? '' }, language, history: [...history], question: content, messageId: content }
    for await (const part of createOfflineResponder({ db }, 0)(input, new AbortController().signal)) {
      if (part.type === 'text') text += part.text
      if (part.type === 'sources') citesNote = true
      if (part.type === 'next') next = part.questions
    }
    history.push({ role: 'user', content }, { role: 'assistant', content: text })
    return { text, citesNote, next }
  }
  for (const earlier of before) await say(earlier)
  return say(question)
}

async function faultsOf(one: Exchange, language: Locale): Promise<string[]> {
  const { text, citesNote, next } = await reply(one, language)
  const { citesNote: wanted = citesNote, must = [], mustNot = [] } = one
  return [
    ...(wanted === citesNote ? [] : [citesNote ? 'cites a note' : 'cites no note']),
    ...must.filter((rule) => !new RegExp(rule, 'iu').test(text)).map((rule) => `lacks ${rule}`),
    ...mustNot.filter((rule) => new RegExp(rule, 'iu').test(text)).map((rule) => `has ${rule}`),
    ...(next.length > 3 || next.some((question) => question.length > 120) ? ['suggests too many or overlong questions'] : []),
  ].map((fault) => `${fault}: ${text.slice(0, 160).replaceAll('\n', ' ')}`)
}

/** Minimum share of exchanges per language that must pass. */
const enough = 0.9

test.each(locales)('%s: at least nine of ten exchanges in the fixed set get a correct answer', async (language) => {
  const file = await readFile(join(import.meta.dirname, `exchanges-${language}.json`), 'utf8')
  const exchanges = z.array(exchange).min(100).parse(JSON.parse(file))
  expect(new Set(exchanges.map(({ agent }) => agent)).size).toBe(12)
  const failed: string[] = []
  for (const one of exchanges) {
    const faults = await faultsOf(one, language)
    if (faults.length > 0) failed.push(`${one.agent} “${one.question}”\n    ${faults.join('\n    ')}`)
  }
  const report = `${language}: ${exchanges.length - failed.length} of ${exchanges.length}\n  ${failed.join('\n  ')}`
  if (failed.length > 0) console.info(report)
  expect(1 - failed.length / exchanges.length).toBeGreaterThanOrEqual(enough)
})
