import type { Db } from '@duo/db/index.ts'
import { runMigrations } from 'graphile-worker'
import { type RawBuilder, sql } from 'kysely'
import type { Pool } from 'pg'
import type { z } from 'zod'
import { describeFailure, permanentFailure } from './jobs-failure.ts'
import { pause } from './jobs-pause.ts'
import { runWorker } from './jobs-run.ts'
import type { Logger } from './log.ts'

/** What a running job is told about itself. */
export type JobContext = {
  /** Names what the job causes elsewhere (a mail, say): the same for every attempt, and never used by another job. */
  messageId: string
  /** 1 on the first run. */
  attempt: number
  /** Aborted when the worker is stopping and the job should end soon. */
  signal: AbortSignal
}

/** JSON without transforms or defaults: a payload is checked when it is stored and again when it is run. */
type JobPayload = Record<string, unknown>

export type Job<World, Payload extends JobPayload> = {
  name: string
  payload: z.ZodType<Payload, Payload>
  maxAttempts: number
  oneAtATime: boolean
  /** Checks a stored payload and runs the job. */
  perform: (world: World, payload: unknown, context: JobContext) => Promise<void>
}

/** Any job that this world can run; a registry is an array of these. */
export type AnyJob<World> = Pick<Job<World, never>, 'name' | 'perform'>

type JobDefinition<World, Payload extends JobPayload> = {
  /** `feature.action`; it names stored jobs, so it changes only together with a migration of the waiting ones. */
  name: string
  /** Ids only: payloads are stored in the clear and outlive the person's data. */
  payload: z.ZodType<Payload, Payload>
  /** Runs before the job is dead. The 25 of the default, with back-off, are about four days. */
  maxAttempts?: number
  /** Runs never overlap, on no server: a slow outside service then takes one of the worker's places, and the rest stay free for others. */
  oneAtATime?: boolean
  /**
   * Delivery is at least once: a run that is repeated must do no harm. A throw is tried again after e^attempt seconds
   * (six hours at most); `permanentFailure` is not tried again.
   */
  run: (world: World, payload: Payload, context: JobContext) => Promise<void>
}

/** Defines something that happens later. Annotate the world in `run`; the payload's type comes from its schema. */
export function defineJob<World, Payload extends JobPayload>(definition: JobDefinition<World, Payload>): Job<World, Payload> {
  const { name, payload: schema, maxAttempts = 25, oneAtATime = false, run } = definition
  return {
    name,
    payload: schema,
    maxAttempts,
    oneAtATime,
    async perform(world, payload, context) {
      const parsed = schema.safeParse(payload)
      if (!parsed.success) throw permanentFailure(`The stored payload no longer fits ${name}`, { code: 'bad_payload' })
      await run(world, parsed.data, context)
    },
  }
}

export type EnqueueOptions = {
  /** Among waiting jobs of one name only the last with this key is kept; a job that already runs is left alone. */
  key?: string
  /** Not before this moment; now by default. */
  runAt?: Date
  /** Smaller runs first; 0 by default. */
  priority?: number
}

/** graphile's mode for a key that others may have: the waiting job with it goes. It plans four statements anew for every job. */
const replaceWaiting = 'replace'

/**
 * Its mode that looks for no other job before it inserts: a quarter of the time. It takes that way only with a key, so a job without one
 * gets a key that no other has.
 */
const onlyInsert = 'unsafe_dedupe'
const ownKey = (name: string) => sql`${name}::text || ':' || gen_random_uuid()`

/** Stores a job through the given handle, so that it exists only if the caller's transaction commits. Answers the job's id. */
export async function enqueue<Payload extends JobPayload>(
  db: Db,
  job: Job<never, Payload>,
  payload: Payload,
  options?: EnqueueOptions,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`select id::text from ${newJob(job, payload, options)}`.execute(db)
  const [stored] = rows
  if (!stored) throw new Error(`graphile_worker.add_job stored nothing for ${job.name}`)
  return stored.id
}

/** The call that stores a job, for a statement that also stores what the job is about. In the list of a `select` it runs once a row. */
export function newJob<Payload extends JobPayload>(
  job: Job<never, Payload>,
  payload: Payload,
  { key, runAt, priority = 0 }: EnqueueOptions = {},
): RawBuilder<unknown> {
  return sql`graphile_worker.add_job(
    identifier => ${job.name},
    payload => ${JSON.stringify(job.payload.parse(payload))}::json,
    run_at => ${runAt ?? null}::timestamptz,
    max_attempts => ${job.maxAttempts}::integer,
    job_key => (${key === undefined ? ownKey(job.name) : `${job.name}:${key}`})::text,
    queue_name => ${job.oneAtATime ? job.name : null}::text,
    priority => ${priority}::integer,
    job_key_mode => ${key === undefined ? onlyInsert : replaceWaiting}::text
  )`
}

/**
 * Sees to it that many jobs are there, each named by its key: stores those that are missing, starts dead ones anew and leaves waiting and
 * running ones alone, so that nothing is pulled forward or run twice. Answers how many it stored or revived.
 */
export async function enqueueMissing<Payload extends JobPayload>(
  db: Db,
  job: Job<never, Payload>,
  entries: readonly { key: string; payload: Payload }[],
  { priority = 0 }: Pick<EnqueueOptions, 'priority'> = {},
): Promise<number> {
  const wanted = entries.map(({ key, payload }) => ({ key: `${job.name}:${key}`, payload: job.payload.parse(payload) }))
  // add_job would leave a dead job lying beside its successor
  const revived = await sql`
    select from graphile_worker.reschedule_jobs(
      array(
        select id from graphile_worker.jobs
        where key = any(${wanted.map(({ key }) => key)}) and attempts >= max_attempts and locked_at is null
      ),
      run_at => now(), attempts => 0
    )`.execute(db)
  const stored = await sql`
    select graphile_worker.add_job(
      identifier => ${job.name},
      payload => wanted.payload,
      max_attempts => ${job.maxAttempts}::integer,
      job_key => wanted.key,
      queue_name => ${job.oneAtATime ? job.name : null}::text,
      priority => ${priority}::integer
    )
    from json_to_recordset(${JSON.stringify(wanted)}::json) as wanted (key text, payload json)
    where not exists (select from graphile_worker.jobs as present where present.key = wanted.key)`.execute(db)
  return revived.rows.length + stored.rows.length
}

/** Installs or updates the queue's tables and functions (schema `graphile_worker`). Several processes may do so at once. */
export async function migrateJobs(pool: Pool): Promise<void> {
  await runMigrations({ pgPool: pool })
}

export type WorkerOptions<World> = {
  /** Two of its connections are kept: one listens for new jobs, one proves that this worker lives. Needs session pooling. */
  pool: Pool
  world: World
  jobs: readonly AnyJob<World>[]
  log: Logger
  /** Jobs run at a time. */
  concurrency?: number
  /** Milliseconds between looks for jobs that came due; new ones are announced by Postgres at once. */
  pollInterval?: number
  /** Milliseconds between looks for jobs of killed processes. */
  recoveryInterval?: number
  /** Milliseconds that running jobs get to finish; halfway their signal is aborted. */
  stopTimeout?: number
}

export type Worker = {
  /** Starts no further job, waits for the running ones within `stopTimeout`, and returns unfinished ones to the queue. */
  stop: () => Promise<void>
}

const RESTART_MS = 1_000

/** Starts running jobs; any number of processes may do so on one database. Throws when the database cannot be reached. */
export async function startWorker<World>(options: WorkerOptions<World>): Promise<Worker> {
  const stopping = new AbortController()
  const ready = Promise.withResolvers<void>()
  const runUntilStopped = async () => {
    // The library ends its worker for good when it cannot store a job's outcome, so a lost database needs a new one.
    while (!stopping.signal.aborted) {
      try {
        return await runWorker(options, stopping.signal, ready.resolve)
      } catch (error) {
        options.log.error(describeFailure(error), 'the job worker broke off')
        ready.reject(error)
        await pause(RESTART_MS, stopping.signal)
      }
    }
  }
  const ended = runUntilStopped()
  const stop = async () => {
    stopping.abort()
    await ended
  }
  await ready.promise.catch(async (error) => {
    await stop()
    throw error
  })
  return { stop }
}
