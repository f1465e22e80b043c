import { connect, type Db } from '@duo/db/index.ts'
import { sql } from 'kysely'
import pino from 'pino'
import { z } from 'zod'
import { defineJob, startWorker } from './jobs.ts'

/** A job that leaves a trace of every run; the one called `endless` never ends in the process that is about to be killed. */
export const traced = defineJob({
  name: 'test.traced',
  payload: z.object({ endless: z.boolean() }),
  run: async ({ db, process }: { db: Db; process: string }, { endless }, { attempt }) => {
    await sql`insert into run (process, attempt) values (${process}, ${attempt})`.execute(db)
    if (endless && process === 'doomed') await new Promise(() => {})
  },
})

// A server process for jobs-recovery.db.test.ts to kill: `node jobs-recovery.child.ts <database address>`.
if (import.meta.main) {
  const { db, pool } = connect({ url: process.argv[2] ?? '', onError: console.error })
  await startWorker({ pool, jobs: [traced], world: { db, process: 'doomed' }, log: pino({ level: 'silent' }) })
  process.stdout.write('ready\n')
}
