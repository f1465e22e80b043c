import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '@duo/db/connection/open.ts'
import type { Db } from '@duo/db/index.ts'
import { stopEmbedded } from '@duo/embedded-postgres/embedded.ts'
import { openKeys } from '@duo/platform/server/security/data-key.ts'
import { sql } from 'kysely'
import { askDuo, askModel, type Caller, makeCallers, type ReceivedReply } from './support/chat-callers.ts'
import { questions, tokens } from './support/chat-model.ts'
import { startServer } from './support/server.ts'
import { median, table } from './support/table.ts'

const secret = 'a secret that only the bench knows, 32+'
const pairs = 4
const lanes = 50
const asksPerLane = 5
const many = 300
const longConversation = 10_000

/** Measures the added time to first token, 300 concurrent streams, and pages of a long conversation. Needs the build. */
export async function chat(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'duo-bench-chat-'))
  const model = spawn(process.execPath, ['--import', 'tsx', join(import.meta.dirname, 'support/chat-model.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(model.stdout, 'data')) as [Buffer]
  const modelUrl = line.toString().trim()
  const server = await startServer(dataDir, { SECRET: secret, TRUST_PROXY: '1', AI_BASE_URL: modelUrl, AI_MODEL: 'local' })
  const database = await openDatabase({ dataDir, databaseUrl: undefined, applicationName: 'bench' })
  try {
    const { db } = database
    const { id: agentId } = await db
      .selectFrom('marketplace_agent')
      .select('id')
      .where('slug', '=', 'ada-lovelace')
      .executeTakeFirstOrThrow()
    const callers = await makeCallers(db, await openKeys(db, { secret }), agentId, many)
    const parts: string[] = []
    for (const measure of [
      () => firstTokens(server.url, modelUrl, callers, 'steady'),
      () => firstTokens(server.url, modelUrl, callers, 'brisk'),
      () => allAtOnce(server.url, modelUrl, callers),
      () => longPages(db, server.url, callers),
    ]) {
      parts.push(await measure())
      process.stderr.write(`${parts.at(-1)}\n`)
    }
    return parts.join('\n\n')
  } finally {
    await database.close()
    await server.stop()
    model.kill()
    await stopEmbedded({ dataDir })
    rmSync(dataDir, { recursive: true, force: true })
  }
}

const percentile = (values: number[], part: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? 0
const rounded = (value: number) => Math.round(value * 10) / 10
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))

interface Times {
  rested: number[]
  amid: number[]
}

type Round = Record<'alone' | 'through', Times>

// maximum pause before each question, ms: half a long reply, or almost none
const thinking = { steady: 2_000, brisk: 400 }

// runs fifty staggered streams, alternately direct and through Duo; counts first questions separately, because they meet fewer streams
async function firstTokens(url: string, modelUrl: string, callers: Caller[], kind: keyof typeof thinking): Promise<string> {
  const { question, count, gap } = questions[kind]
  const run = async (ask: (caller: Caller) => Promise<ReceivedReply>): Promise<Times> => {
    const lane = async (caller: Caller) => {
      const times: number[] = []
      for (let i = 0; i < asksPerLane; i += 1) {
        await pause(Math.random() * thinking[kind])
        times.push((await ask(caller)).first)
      }
      return times
    }
    const all = await Promise.all(callers.slice(0, lanes).map(lane))
    return { rested: all.flatMap((times) => times.slice(0, 1)), amid: all.flatMap((times) => times.slice(1)) }
  }
  const direct = () => run(() => askModel(modelUrl, question))
  const ours = () => run((caller) => askDuo(url, caller, question))
  const rounds: Round[] = []
  await direct()
  await ours()
  for (let pair = 0; pair < pairs; pair += 1) {
    const [first, second] = pair % 2 ? [ours, direct] : [direct, ours]
    const [a, b] = [await first(), await second()]
    rounds.push(pair % 2 ? { alone: b, through: a } : { alone: a, through: b })
    await pause(6_000)
  }
  const spread = (some: Round[], which: keyof Times) =>
    [0.5, 0.9, 0.99].map((part) => {
      const at = (side: keyof Round) =>
        percentile(
          some.flatMap((round) => round[side][which]),
          part,
        )
      return { alone: at('alone'), through: at('through'), added: at('through') - at('alone') }
    })
  const [amid, rested] = [spread(rounds, 'amid'), spread(rounds, 'rested')]
  const each = rounds.map((round) => {
    const [middle, , worst] = spread([round], 'amid').map(({ added }) => rounded(added))
    return `${middle} / ${worst}`
  })
  const row = (what: string, spreads: typeof amid, of: keyof (typeof amid)[number]) => [
    what,
    ...spreads.map((spread) => rounded(spread[of])),
  ]
  return `${table([
    [`time to the first token, 50 streams of ${count} tokens, one every ${gap} ms, ms`, 'median', 'p90', 'p99'],
    row('the model itself', amid, 'alone'),
    row('through Duo, question stored first', amid, 'through'),
    row('added by Duo', amid, 'added'),
    row('added to the first of each after a rest', rested, 'added'),
  ])}

Added in each of the ${pairs} pairs, median / p99: ${each.join(', ')} ms.`
}

async function allAtOnce(url: string, modelUrl: string, callers: Caller[]): Promise<string> {
  const { question, count } = questions.crowd
  const right = tokens(count).join('')
  const measure = async (ask: (caller: Caller, place: number) => Promise<ReceivedReply>) => {
    const started = performance.now()
    const replies = await Promise.all(callers.map(ask))
    return {
      seconds: (performance.now() - started) / 1000,
      wrong: replies.filter(({ text }) => text !== right).length,
      first: replies.map(({ first }) => first),
    }
  }
  const alone = await measure(() => askModel(modelUrl, question))
  await pause(15_000)
  const through = await measure((caller, place) => askDuo(url, caller, question, place % 3 === 0 ? right.length / 2 : undefined))
  const row = (what: string, { seconds, wrong, first }: typeof alone) => [
    what,
    rounded(seconds),
    rounded(median(first)),
    rounded(percentile(first, 0.99)),
    wrong,
  ]
  return table([
    [
      `${many} streams of ${count} tokens at once`,
      'all read after, s',
      'first token, median, ms',
      'p99, ms',
      'replies with a lost or misplaced token',
    ],
    row('the model itself', alone),
    row('through Duo, a third cut and resumed', through),
  ])
}

async function longPages(db: Db, url: string, callers: Caller[]): Promise<string> {
  const [long, short] = callers.slice(-2) as [Caller, Caller]
  await writeConversation(db, long.conversationId, longConversation)
  await writeConversation(db, short.conversationId, 50)
  await sql`vacuum analyze chat_message`.execute(db)
  const places: [string, Caller, string | null][] = [
    ['first page', long, null],
    ['page 2', long, String(longConversation - 49)],
    ['in the middle', long, String(longConversation / 2)],
    ['the last page', long, '51'],
    ['of a conversation of 50, its only page', short, null],
  ]
  const times = places.map((): number[] => [])
  for (let round = -10; round < 60; round += 1) {
    for (const [i, [, caller, cursor]] of places.entries()) {
      const time = await ask(url, caller, 'chat.messages', { conversationId: caller.conversationId, cursor })
      if (round >= 0) times[i]?.push(time)
    }
  }
  const first = median(times[0] ?? [])
  const rows = places.map(([what], i) => [
    what,
    Math.round(median(times[i] ?? []) * 100) / 100,
    Math.round((median(times[i] ?? []) / first) * 100) / 100,
  ])
  const search = []
  for (let round = 0; round < 20; round += 1)
    search.push(await ask(url, long, 'chat.list', { search: 'nowhere at all', cursor: null, language: 'en' }))
  return `${table([[`a page of ${longConversation} messages, median of 60, ms`, 'ms', '× first page'], ...rows])}

A search through all ${longConversation} messages of a person that finds nothing: ${rounded(median(search))} ms.`
}

async function ask(url: string, caller: Caller, procedure: string, input: object): Promise<number> {
  const headers = {
    ...caller.headers,
    'x-forwarded-for': `10.2.${Math.floor(Math.random() * 255)}.${Math.floor(Math.random() * 255)}`,
  }
  const started = performance.now()
  const response = await fetch(`${url}/api/trpc/${procedure}`, { method: 'POST', body: JSON.stringify(input), headers })
  await response.text()
  if (!response.ok) throw new Error(`${procedure}: ${response.status}`)
  return performance.now() - started
}

async function writeConversation(db: Db, conversationId: string, count: number): Promise<void> {
  await sql`delete from chat_message where conversation_id = ${conversationId}`.execute(db)
  await sql`
    insert into chat_message (id, conversation_id, seq, role, content, status, client_id)
    select gen_random_uuid(), ${conversationId}, place, case when place % 2 = 1 then 'user' else 'assistant' end,
      repeat('What was said here, ' || place || '. ', 20), 'done', case when place % 2 = 1 then gen_random_uuid() end
    from generate_series(1, ${count}::integer) as place`.execute(db)
  await sql`update chat_conversation set last_seq = ${count} where id = ${conversationId}`.execute(db)
}
