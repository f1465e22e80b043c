import { type Db, inTransaction } from '@duo/db/index.ts'
import { enqueue } from '@duo/platform/server/jobs/enqueue.ts'
import { takedownMail } from './takedown-mail.ts'
import * as queries from './takedown-queries.ts'

/** What became of an agent at a link; `unknown`: there is none. */
export type TakedownResult = 'done' | 'unknown'

/** Takes an agent down for all visitors at once, and mails its creator the reason. A second call changes the reason and mails again. */
export function takeDown(db: Db, { slug, reason }: { slug: string; reason: string }): Promise<TakedownResult> {
  return inTransaction(db, async (tx) => {
    const agent = await queries.lockBySlug(tx, slug)
    if (!agent) return 'unknown'
    await queries.setTakedown(tx, agent.id, { at: agent.takenDownAt ?? new Date(), reason })
    await enqueue(tx, takedownMail, { agentId: agent.id })
    return 'done'
  })
}

/** Lets visitors talk to an agent again, as it was shared before. */
export function restore(db: Db, slug: string): Promise<TakedownResult | 'already'> {
  return inTransaction(db, async (tx) => {
    const agent = await queries.lockBySlug(tx, slug)
    if (!agent) return 'unknown'
    if (!agent.takenDownAt) return 'already'
    await queries.setTakedown(tx, agent.id, null)
    return 'done'
  })
}
