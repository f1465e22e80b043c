import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { fromKysely, getConstructionPlans, PgBoss, type QueueOptions } from 'pg-boss'
import { type Db, inTransaction } from '../index.ts'

const names = ['waitlist.welcome', 'waitlist.link', 'waitlist.friend', 'waitlist.beta', 'auth.mail', 'survey.mirror']
const oneAtATime = ['survey.mirror']

const years = 365 * 24 * 3600
const dead = 'dead'
const options: QueueOptions & { deadLetter: string } = {
  retentionSeconds: 10 * years,
  retryLimit: 24,
  retryBackoff: true,
  heartbeatSeconds: 10,
  deadLetter: dead,
}

export async function up(db: Db): Promise<void> {
  await sql.raw(withoutTransaction(getConstructionPlans())).execute(db)
  const boss = bossIn(db)
  for (const name of [dead, 'held']) await boss.createQueue(name, { retentionSeconds: options.retentionSeconds })
  for (const name of names) await createQueue(boss, name)
  while ((await moveOldJobs(db, 1000)) > 0);
}

export async function down(db: Db): Promise<void> {
  if (await hasOldQueue(db)) await moveBack(db)
  await sql`drop schema pgboss cascade`.execute(db)
}

type OldJob = {
  id: string
  name: string
  payload: object
  key: string | null
  runAt: Date
  createdAt: Date
  attempts: number
  maxAttempts: number
  lastError: string | null
}

/** Moves up to `most` jobs out of graphile's schema. Jobs locked by a live server of the previous build stay. */
export function moveOldJobs(anyDb: Db, most: number): Promise<number> {
  return inTransaction(anyDb, async (db) => {
    if (!(await hasOldQueue(db))) return 0
    const { rows } = await sql<OldJob>`
      delete from graphile_worker._private_jobs as job using graphile_worker._private_tasks as task
      where task.id = job.task_id and job.id in (
        select id from graphile_worker._private_jobs
        where locked_at is null or pg_try_advisory_xact_lock(hashtextextended(locked_by, 0))
        order by id limit ${most} for update skip locked
      )
      returning job.id::text, task.identifier as name, job.payload, job.key, job.run_at as "runAt", job.created_at as "createdAt",
        job.attempts::int, job.max_attempts::int as "maxAttempts", job.last_error as "lastError"`.execute(db)
    const boss = bossIn(db)
    for (const [name, jobs] of Map.groupBy(rows, (row) => row.name)) await store(boss, name, jobs)
    return rows.length
  })
}

async function store(boss: PgBoss, name: string, jobs: OldJob[]): Promise<void> {
  if (!(await boss.getQueue(name))) await createQueue(boss, name)
  const stored = jobs.map((job) => ({ id: randomUUID(), lastError: job.lastError, isDead: job.attempts >= job.maxAttempts, job }))
  await boss.insert(
    name,
    stored.map(({ id, job }) => ({
      id,
      // the old build's Message-ID, so that mails sent before the move are recognized
      data: { messageId: `${name}.${job.id}.${job.createdAt.getTime().toString(36)}`, payload: job.payload },
      startAfter: job.runAt,
      retryLimit: Math.max(0, job.maxAttempts - job.attempts - 1),
      ...(job.key === null || oneAtATime.includes(name) ? {} : { singletonKey: job.key.slice(name.length + 1) }),
    })),
  )
  // like pg-boss: a job without attempts left fails, and its dead copy names its queue
  for (const { id, lastError: message } of stored.filter(({ isDead }) => isDead)) await boss.fail(name, id, { message })
}

async function moveBack(db: Db): Promise<void> {
  const boss = bossIn(db)
  for (const { name } of await boss.getQueues()) {
    const jobs = await boss.findJobs<{ payload: object }>(name, { queued: true, limit: 100_000 })
    for (const { data, startAfter, sourceName, sourceOutput } of jobs) {
      const { rows } = await sql<{ id: string }>`
        select id::text from graphile_worker.add_job(${sourceName ?? name}, ${JSON.stringify(data.payload)}::json, run_at => ${startAfter})
      `.execute(db)
      const reason = (sourceOutput as { message?: string } | null)?.message ?? 'dead'
      if (name === dead)
        await sql`select graphile_worker.permanently_fail_jobs(array[${rows[0]?.id}]::bigint[], ${reason})`.execute(db)
    }
  }
}

async function hasOldQueue(db: Db): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select to_regclass('graphile_worker._private_jobs') is not null as found`.execute(db)
  return rows[0]?.found === true
}

const createQueue = (boss: PgBoss, name: string) =>
  boss.createQueue(name, { ...options, policy: oneAtATime.includes(name) ? 'singleton' : 'standard' })

const bossIn = (db: Db) =>
  new PgBoss({
    db: { executeSql: (text, values) => fromKysely(db).executeSql(values?.length ? text : withoutTransaction(text), values) },
    openTelemetry: { enabled: false },
  })

const withoutTransaction = (text: string) => text.replace(/^\s*(?:BEGIN|COMMIT|SET LOCAL [^;]*);\s*$/gm, '')
