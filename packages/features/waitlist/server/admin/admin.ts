import type { Db } from '@duo/db/index.ts'
import { deadJobs, heldByName, jobsAbout, retryDeadJobs, waitingJobs, workersSeen } from '@duo/platform/server/jobs/admin.ts'
import { normalizeEmail } from '@duo/platform/shared/email.ts'
import { eraseSignup } from '../entry/delete-entry.ts'
import { buildStatus } from '../entry/entry-status.ts'
import * as queries from './admin-queries.ts'
import * as exports from './export-queries.ts'
import * as statsQueries from './stats-queries.ts'

const maxFriends = 50

/** Returns a page in the order of joining, with the next cursor; null after the last page. */
export async function listEntries(db: Db, filter: queries.ListFilter) {
  const rows = await queries.listEntries(db, { ...filter, limit: filter.limit + 1 })
  const entries = rows.slice(0, filter.limit)
  return { entries, next: rows.length > filter.limit ? (entries.at(-1)?.seat ?? null) : null }
}

const uuidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export async function findEntryId(db: Db, identifier: string): Promise<string | null> {
  const text = identifier.trim()
  if (uuidPattern.test(text)) return (await queries.findEntryId(db, 'id', text)) ?? null
  if (!text.includes('@')) return (await queries.findEntryId(db, 'referral_code', text.toUpperCase())) ?? null
  const email = normalizeEmail(text)
  return (email && (await queries.findEntryId(db, 'email', email))) || null
}

export async function getEntryDetail(db: Db, id: string) {
  const entry = await queries.findEntry(db, id)
  const status = entry && (await buildStatus(db, '', id))
  if (!entry || !status) return null
  return {
    entry,
    position: status.position,
    explanation: status.explanation,
    friends: { counts: await queries.countFriends(db, id), newest: await queries.listFriends(db, id, maxFriends) },
    history: await queries.listEvents(db, id),
    surveys: await queries.findSurveys(db, id),
    reminders: (await queries.findReminders(db, id)) ?? null,
    jobs: await jobsAbout(db, { signupId: id }),
  }
}
export type EntryDetail = NonNullable<Awaited<ReturnType<typeof getEntryDetail>>>

export const exportEntries = exports.streamEntries
export const countEntries = exports.countEntries

export function stats(db: Db) {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const languages = await statsQueries.countByLanguage(tx)
      const sum = (column: 'entries' | 'confirmed' | 'by_friends' | 'in_waves' | 'unsubscribed') =>
        languages.reduce((total, row) => total + row[column], 0)
      const sources = await statsQueries.countBySource(tx)
      const movers = await statsQueries.countByFriends(tx)
      const without = sum('entries') - movers.reduce((total, { people }) => total + people, 0)
      return {
        totals: {
          entries: sum('entries'),
          confirmed: sum('confirmed'),
          by_friends: sum('by_friends'),
          in_waves: sum('in_waves'),
          unsubscribed: sum('unsubscribed'),
        },
        funnel: funnelOf(sources),
        sources,
        answers: await statsQueries.countAnswers(tx),
        languages,
        days: await statsQueries.countByDay(tx),
        waves: await statsQueries.listWaves(tx),
        friends: [{ friends: 0, people: without }, ...movers],
        review: await statsQueries.countReviews(tx),
        backlogs: await statsQueries.countBacklogs(tx),
        waiting_jobs: await waitingJobs(tx),
        held_jobs: await heldByName(tx),
        dead_jobs: await deadByName(tx),
        workers: await workersSeen(tx),
      }
    })
}

const steps = ['joined', 'confirmed', 'surveyed', 'followed_up', 'invited', 'account'] as const

/** A step does not contain the next one: an account may be older than the entry, and a survey may come before the confirmation. */
const funnelOf = (sources: readonly statsQueries.FunnelCounts[]) =>
  steps.map((step) => ({ step, entries: sources.reduce((sum, source) => sum + source[step], 0) }))

export type Stats = Awaited<ReturnType<typeof stats>>

export async function deadByName(db: Db) {
  const byName = Map.groupBy(await deadJobs(db), ({ name }) => name)
  return [...byName].map(([name, jobs]) => ({ name, jobs: jobs.length, last_error: jobs.at(-1)?.lastError ?? null }))
}

export const retry = retryDeadJobs

export const erase = (db: Db, id: string) => eraseSignup(db, id)
