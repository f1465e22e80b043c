import { type Db, inTransaction } from '@duo/db/index.ts'
import { enqueueMany } from '@duo/platform/server/jobs/enqueue.ts'
import { v7 as uuid } from 'uuid'
import { betaInvitationMail } from '../mail/mail-jobs.ts'
import type { Candidate, SelectionReason } from './wave-queries.ts'
import * as queries from './wave-queries.ts'

export interface Wave {
  name: string
  size: number
  /** Share of the wave, 0 to 1, for members with the most counted friends; the rest goes by position. */
  byReferrals: number
}

export type InviteQuota = Record<SelectionReason, number>
export type Invitee = Candidate & { by: SelectionReason }

/** A wave with this name has other numbers, so nothing was done. */
export interface WaveMismatch {
  error: 'other_numbers'
  size: number
  byReferrals: number
}

export type WavePreview = WaveMismatch | { error: null; complete: boolean; alreadyInvited: number; people: Invitee[] }

/** `short`: no other member can be invited now; run it again later. `stopped`: aborted between two batches. */
export type WaveResult =
  | WaveMismatch
  | { error: null; state: 'complete' | 'short' | 'stopped'; invitedNow: number; total: number }

export interface RunOptions {
  batchSize?: number
  signal?: AbortSignal
  onBatch?: (total: number) => void
}

/** Returns the open slots by reason. Unused share slots have gone to the others. */
export function remainingQuota({ size, byReferrals }: Wave, taken: InviteQuota): InviteQuota {
  const left = Math.max(0, size - taken.friends - taken.position)
  const friends = Math.min(left, Math.max(0, Math.round(size * byReferrals) - taken.friends))
  return { friends, position: left - friends }
}

export async function previewWave(db: Db, wave: Wave): Promise<WavePreview> {
  const existing = await queries.findWave(db, wave.name)
  if (existing && differs(existing, wave)) return waveMismatch(existing)
  const taken = existing ? await queries.countInvited(db, wave.name) : { friends: 0, position: 0 }
  const alreadyInvited = taken.friends + taken.position
  if (existing?.completed_at) return { error: null, complete: true, alreadyInvited, people: [] }
  const people = await selectInvitees(db, remainingQuota(wave, taken), { maxInvitees: wave.size, lock: false })
  return { error: null, complete: false, alreadyInvited, people }
}

/** A crash loses one batch at most; run it again to continue. Concurrent runs invite no one twice. */
export async function runWave(db: Db, wave: Wave, { batchSize = 500, signal, onBatch }: RunOptions = {}): Promise<WaveResult> {
  await queries.insertWave(db, { name: wave.name, size: wave.size, by_referrals: wave.byReferrals })
  const existing = await queries.findWave(db, wave.name)
  if (existing && differs(existing, wave)) return waveMismatch(existing)
  let count: Count | undefined
  for (let invitedNow = 0; ; ) {
    const batch = await inTransaction(db, (tx) => inviteBatch(tx, wave, batchSize, count))
    count = batch.count
    invitedNow += batch.invited
    onBatch?.(batch.total)
    const answer = { error: null, invitedNow, total: batch.total }
    if (batch.complete) return { ...answer, state: 'complete' }
    if (batch.invited === 0) return { ...answer, state: 'short' }
    if (signal?.aborted) return { ...answer, state: 'stopped' }
  }
}

interface Count {
  taken: InviteQuota
  writer: string | undefined
}

async function inviteBatch(tx: Db, wave: Wave, batchSize: number, previousCount: Count | undefined) {
  await queries.acquireWaveLock(tx)
  // counting reads the whole wave: once per run, and again after another operator's batch
  const isOnlyWriter = previousCount !== undefined && previousCount.writer === (await queries.lastWriteXid(tx, wave.name))
  const taken = isOnlyWriter ? previousCount.taken : await queries.countInvited(tx, wave.name)
  const before = taken.friends + taken.position
  if ((await queries.findWave(tx, wave.name))?.completed_at) return { invited: 0, total: before, complete: true }
  const invitees = await selectInvitees(tx, remainingQuota(wave, taken), { maxInvitees: batchSize, lock: true })
  await invite(tx, wave.name, invitees)
  const total = before + invitees.length
  const complete = total >= wave.size
  if (complete) await queries.completeWave(tx, wave.name)
  const count = { taken: addInvitees(taken, invitees), writer: await queries.touchWave(tx, wave.name) }
  return { invited: invitees.length, total, complete, count }
}

function addInvitees(taken: InviteQuota, invitees: Invitee[]): InviteQuota {
  const byFriends = invitees.filter(({ by }) => by === 'friends').length
  return { friends: taken.friends + byFriends, position: taken.position + invitees.length - byFriends }
}

async function selectInvitees(
  db: Db,
  quota: InviteQuota,
  { maxInvitees, lock }: { maxInvitees: number; lock: boolean },
): Promise<Invitee[]> {
  const limit = Math.min(maxInvitees, quota.friends + quota.position)
  const byFriends = await queries.listMostFriends(db, { limit: Math.min(limit, quota.friends), lock })
  const without = byFriends.map(({ id }) => id)
  const byPosition = await queries.listByPosition(db, { limit: limit - byFriends.length, lock, without })
  return [
    ...byFriends.map((person) => ({ ...person, by: 'friends' as const })),
    ...byPosition.map((person) => ({ ...person, by: 'position' as const })),
  ]
}

async function invite(tx: Db, wave: string, invitees: Invitee[]) {
  if (invitees.length === 0) return
  await queries.markInvited(
    tx,
    wave,
    invitees.map(({ id }) => id),
  )
  await queries.insertInvitedEvents(
    tx,
    invitees.map(({ id, by }) => ({ id: uuid(), signup_id: id, data: { wave, by } })),
  )
  await enqueueMany(
    tx,
    betaInvitationMail,
    invitees.map(({ id }) => ({ signupId: id })),
  )
}

type WaveRow = { size: number; by_referrals: number }

/** The share is stored in single precision. */
const differs = (existing: WaveRow, wave: Wave) =>
  existing.size !== wave.size || Math.fround(existing.by_referrals) !== Math.fround(wave.byReferrals)

const waveMismatch = (existing: WaveRow): WaveMismatch => ({
  error: 'other_numbers',
  size: existing.size,
  byReferrals: existing.by_referrals,
})
