import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { openDatabase } from '@duo/db/connection/open.ts'
import type { Db } from '@duo/db/index.ts'
import { listAllPassages } from '@duo/features/studio/server/passages/passage-queries.ts'
import { readDocuments } from '@duo/features/studio/server/reading/read-job.ts'
import { searchPassages } from '@duo/features/studio/server/search/search.ts'
import { beginUpload, receivePart } from '@duo/features/studio/server/uploads/upload.ts'
import type { Viewer } from '@duo/platform/server/trpc.ts'
import { testSecret, testSecretText } from '@duo/platform/testing/test-keys.ts'
import MiniSearch from 'minisearch'
import { v7 as uuidv7 } from 'uuid'
import { documentOf, isRight, type Question, questionsFolder, questionsIn } from './support/knowledge.ts'
import { startServer } from './support/server.ts'
import { percentile } from './support/table.ts'

interface Answer {
  /** Place of the right passage, from 0; -1 if it was not found. */
  right: number
  isUsed: boolean
  isInside: boolean
  /** The same of MiniSearch. */
  plain: number
  ms: number
}

/** Asks questions about documents that we did not write, and compares the search with plain BM25. */
export async function studio(): Promise<string> {
  const server = await startServer({ SECRET: testSecretText })
  const { db, close } = await openDatabase({ dataDir: server.dataDir, databaseUrl: undefined, applicationName: 'duo-bench' })
  try {
    const rows: string[] = []
    const all: Answer[] = []
    for (const [name, questions] of questionsIn(questionsFolder)) {
      const file = documentOf(name)
      if (!file) {
        rows.push(`| ${name} | not on this machine | | | | | |`)
        continue
      }
      const answers = await ask(db, file, questions)
      all.push(...answers)
      rows.push(rowOf(name, answers))
    }
    return [header, ...rows, rowOf('all', all)].join('\n')
  } finally {
    await close()
    await server.stop()
  }
}

const header = `| Document | Right first | Among three | Plain BM25 first / among three | Not covered | Wrongly refused | Median / p95 ms |
|---|---|---|---|---|---|---|`

async function ask(db: Db, file: string, questions: readonly Question[]): Promise<Answer[]> {
  const agent = await addDocument(db, basename(file), readFileSync(file))
  const passages = await listAllPassages(db, agent.versionId)
  const plain = new MiniSearch<(typeof passages)[number]>({
    fields: ['text', 'heading'],
    extractField: (passage, field) => (field === 'heading' ? passage.headings.join(' ') : String(Reflect.get(passage, field))),
  })
  plain.addAll(passages)
  const byId = new Map(passages.map((passage) => [passage.id, passage]))
  const answers: Answer[] = []
  for (const question of questions) {
    const start = performance.now()
    const { hits } = (await searchPassages(db, agent, question.question)).result
    const ms = performance.now() - start
    const right = isRight(passages, question)
    const found = plain
      .search(question.question)
      .slice(0, 10)
      .flatMap(({ id }) => byId.get(String(id)) ?? [])
    answers.push({
      right: hits.findIndex(right),
      isUsed: hits[0]?.isUsed ?? false,
      isInside: question.quote !== null,
      plain: found.findIndex(right),
      ms,
    })
  }
  return answers
}

async function addDocument(db: Db, name: string, bytes: Buffer) {
  const user: Viewer = {
    id: uuidv7(),
    email: `${uuidv7()}@example.com`,
    name: 'Ana',
    language: 'en',
    confirmedAt: new Date(),
    createdAt: new Date(),
    lacksFactor: false,
    session: { id: '', createdAt: new Date(), expiresAt: new Date(), bearer: null },
  }
  await db.insertInto('auth_user').values({ id: user.id, name: user.name, email: user.email }).execute()
  const id = uuidv7()
  await db.insertInto('studio_agent').values({ id, owner_id: user.id, name, language: 'en' }).execute()
  const context = { db, secret: testSecret, user, studio: { access: 'on' as const, maxBytes: null } }
  const begun = await beginUpload(context, { agentId: id, name, size: bytes.length, replaces: null, everywhere: false })
  if (begun.error !== null) throw new Error(begun.error)
  const { versionId } = begun
  for (let at = 0; at < bytes.length; at += 1_000_000)
    await receivePart(context, { versionId, at, part: bytes.subarray(at, at + 1_000_000) })
  // the server's worker may read it already
  for (;;) {
    await readDocuments.perform(
      { db, secret: testSecret },
      { ownerId: user.id },
      { messageId: id, attempt: 1, signal: AbortSignal.timeout(120_000) },
    )
    const { state, refusal } = await db
      .selectFrom('studio_version')
      .where('id', '=', versionId)
      .select(['state', 'refusal'])
      .executeTakeFirstOrThrow()
    if (state === 'failed') throw new Error(`${name}: ${refusal}`)
    if (state === 'ready') break
  }
  const agent = await db
    .selectFrom('studio_agent')
    .where('id', '=', id)
    .select(['id', 'number', 'passages'])
    .executeTakeFirstOrThrow()
  return { ...agent, versionId }
}

function rowOf(name: string, answers: readonly Answer[]): string {
  const inside = answers.filter(({ isInside }) => isInside)
  const outside = answers.filter(({ isInside }) => !isInside)
  const share = (part: number, whole: number) => `${Math.round((100 * part) / Math.max(1, whole))} %`
  const first = (of: (answer: Answer) => number, most: number) =>
    share(inside.filter((answer) => of(answer) >= 0 && of(answer) < most).length, inside.length)
  const times = answers.map(({ ms }) => ms)
  return `| ${[
    name,
    first(({ right }) => right, 1),
    first(({ right }) => right, 3),
    `${first(({ plain }) => plain, 1)} / ${first(({ plain }) => plain, 3)}`,
    share(outside.filter(({ isUsed }) => !isUsed).length, outside.length),
    share(inside.filter(({ isUsed }) => !isUsed).length, inside.length),
    `${Math.round(percentile(times, 0.5))} / ${Math.round(percentile(times, 0.95))}`,
  ].join(' | ')} |`
}
