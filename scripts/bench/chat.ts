import { openDatabase } from '@duo/db/connection/open.ts'
import type { Db } from '@duo/db/index.ts'
import { openKeys } from '@duo/platform/server/security/data-key.ts'
import { sql } from 'kysely'
import { askDuo, askModel, type Caller, makeCallers, type ReceivedReply } from './support/chat-callers.ts'
import { questions, tokens } from './support/chat-model.ts'
import { startPeer, startServer } from './support/server.ts'
import { median, percentile, table } from './support/table.ts'

const secret = 'a secret that only the bench knows, 32+'
const pairs = 4
const lanes = 50
const asksPerLane = 5
const many = 300
const longConversation = 10_000

/** Measures the added time to first token, 300 concurrent streams, and pages of a long conversation. Needs the build. */
export async function chat(): Promise<string> {
  const model = await startPeer('support/chat-model.ts')
  const server = await startServer({ SECRET: secret, TRUST_PROXY: '1', AI_BASE_URL: model.url, AI_MODEL: 'local' })
  const database = await openDatabase({ dataDir: server.dataDir, databaseUrl: undefined, applicationName: 'bench' })
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
      () => firstTokens(server.url, model.url, callers),
      () => allAtOnce(server.url, model.url, callers),
      () => longPages(db, server.url, callers),
    ]) {
      parts.push(await measure())
      process.stderr.write(`${parts.at(-1)}\n`)
    }
    return parts.join('\n\n')
  } finally {
    await database.close()
    await server.stop()
    await model.stop()
  }
}

const rounded = (value: number) => Math.round(value * 10) / 10
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))

/** Maximum pause before each question, ms: half a reply. */
const thinking = 2_000

// runs fifty staggered streams, alternately direct and through Duo; leaves out first questions, because they meet fewer streams
async function firstTokens(url: string, modelUrl: string, callers: Caller[]): Promise<string> {
  const { question, count, gap } = questions.steady
  const run = async (ask: (caller: Caller) => Promise<ReceivedReply>): Promise<number[]> => {
    const lane = async (caller: Caller) => {
      const times: number[] = []
      for (let i = 0; i < asksPerLane; i += 1) {
        await pause(Math.random() * thinking)
        times.push((await ask(caller)).first)
      }
      return times.slice(1)
    }
    return (await Promise.all(callers.slice(0, lanes).map(lane))).flat()
  }
  const direct = () => run(() => askModel(modelUrl, question))
  const ours = () => run((caller) => askDuo(url, caller, question))
  const [alone, through]: [number[], number[]] = [[], []]
  await direct()
  await ours()
  for (let pair = 0; pair < pairs; pair += 1) {
    for (const isOurs of pair % 2 ? [true, false] : [false, true])
      if (isOurs) through.push(...(await ours()))
      else alone.push(...(await direct()))
    await pause(6_000)
  }
  const row = (what: string, valueAt: (share: number) => number) => [what, rounded(valueAt(0.5)), rounded(valueAt(0.99))]
  return table([
    [`time to the first token, 50 streams of ${count} tokens, one every ${gap} ms, ms`, 'median', 'p99'],
    row('the model itself', (share) => percentile(alone, share)),
    row('added by Duo (limit 10 % / 35 %)', (share) => percentile(through, share) - percentile(alone, share)),
  ])
}

async function allAtOnce(url: string, modelUrl: string, callers: Caller[]): Promise<string> {
  const { question, count } = questions.crowd
  const right = tokens(count).join('')
  const measure = async (what: string, ask: (caller: Caller, place: number) => Promise<ReceivedReply>) => {
    const started = performance.now()
    const replies = await Promise.all(callers.map(ask))
    return [what, rounded((performance.now() - started) / 1000), replies.filter(({ text }) => text !== right).length]
  }
  const alone = await measure('the model itself', () => askModel(modelUrl, question))
  await pause(15_000)
  const through = await measure('through Duo, a third cut and resumed', (caller, place) =>
    askDuo(url, caller, question, place % 3 === 0 ? right.length / 2 : undefined),
  )
  const head = [
    `${many} streams of ${count} tokens at once`,
    'all read after, s',
    'replies with a lost or misplaced token (limit 0)',
  ]
  return table([head, alone, through])
}

async function longPages(db: Db, url: string, callers: Caller[]): Promise<string> {
  const [caller] = callers
  if (!caller) throw new Error('there is no caller')
  await writeConversation(db, caller.conversationId, longConversation)
  await sql`vacuum analyze chat_message`.execute(db)
  const [first, last]: [number[], number[]] = [[], []]
  for (let round = 0; round < 70; round += 1) {
    first.push(await readPage(url, caller, null))
    last.push(await readPage(url, caller, '51'))
  }
  const [firstTime, lastTime] = [median(first), median(last)]
  return table([
    [`a page of ${longConversation} messages, median of 70`, 'ms', '× first page (limit 2.5)'],
    ['first page', rounded(firstTime), 1],
    ['the last page', rounded(lastTime), rounded(lastTime / firstTime)],
  ])
}

async function readPage(url: string, { headers, conversationId }: Caller, cursor: string | null): Promise<number> {
  const address = `10.2.${Math.floor(Math.random() * 255)}.${Math.floor(Math.random() * 255)}`
  const started = performance.now()
  const response = await fetch(`${url}/api/trpc/chat.messages`, {
    method: 'POST',
    body: JSON.stringify({ conversationId, cursor }),
    headers: { ...headers, 'x-forwarded-for': address },
  })
  await response.text()
  if (!response.ok) throw new Error(`chat.messages: ${response.status}`)
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
