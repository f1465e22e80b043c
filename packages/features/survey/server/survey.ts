import { domainToASCII } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { type Db, inTransaction } from '@duo/db/index.ts'
import { claimKey, findEffect, type IdempotentCall, idempotentCall } from '@duo/platform/server/idempotency.ts'
import { enqueue } from '@duo/platform/server/jobs/enqueue.ts'
import type { Keys } from '@duo/platform/server/security/keys.ts'
import { readTicket } from '@duo/platform/server/security/signed-token.ts'
import type { RequestContext } from '@duo/platform/server/trpc.ts'
import { AppError } from '@duo/platform/shared/errors.ts'
import { validate as isUuid } from 'uuid'
import type { ZodType } from 'zod'
import { entryTickets, ticketPurposes } from '../../waitlist/tickets.ts'
import { otherCategoryOf } from '../rules.ts'
import {
  type DownloadResult,
  type Draft,
  type DraftResult,
  type FollowUpInput,
  followUpDraft,
  type ProgressResult,
  type QualifyInput,
  qualificationDraft,
  type SaveDraftInput,
  type SaveResult,
} from '../schema.ts'
import { exportSurveys } from './data-export.ts'
import * as queries from './survey-queries.ts'
import { syncFollowUpJob } from './sync-jobs.ts'

type SurveyContext = Pick<RequestContext, 'db' | 'secret'>
type SaveContext = SurveyContext & Pick<RequestContext, 'idempotencyKey'>

const invalidTicket = { error: 'invalid_ticket' } as const
const needsMail = { error: 'needs_mail' } as const
const saved = { error: null } as const

/** Stores the answers and deletes their draft. Throws `conflict` if the key was used with other answers. */
export function qualify(context: SaveContext, input: QualifyInput): Promise<SaveResult> {
  const { email, ticket, audienceSize, categories, otherCategory, goals } = input
  return withEntry(context, { ticket, email }, async (db, signup_id, canReplace) => {
    const other_category = otherCategoryOf({ categories, otherCategory: otherCategory ?? '' })
    const answers = { audience_size: audienceSize, categories, other_category, goals }
    const call = idempotentCall(context, 'survey.qualify', { signup_id, ...answers })
    return saveOnce(db, signup_id, call, async () => {
      const existing = canReplace ? undefined : await queries.findQualification(db, signup_id)
      if (existing) return saveOrConflict(existing, answers)
      await queries.upsertQualification(db, { signup_id, ...answers })
      await queries.deleteDraft(db, signup_id, 'qualification')
      return saved
    })
  })
}

/** Also queues the spreadsheet copy, in the same transaction. */
export function followUp(
  context: SaveContext & Pick<RequestContext, 'clientAddress' | 'followUpForm'>,
  input: FollowUpInput,
): Promise<SaveResult> {
  const { email, ticket, userTypes, niches, agentTypes, description } = input
  return withEntry(context, { ticket, email }, async (db, signup_id, canReplace) => {
    const answers = { user_types: userTypes, niches, agent_types: agentTypes, description }
    const call = idempotentCall(context, 'survey.followUp', { signup_id, ...answers })
    return saveOnce(db, signup_id, call, async () => {
      const existing = canReplace ? undefined : await queries.findFollowUp(db, signup_id)
      if (existing) return saveOrConflict(existing, answers)
      await queries.upsertFollowUp(db, { signup_id, ...answers, address: context.clientAddress })
      await queries.deleteDraft(db, signup_id, 'follow_up')
      if (context.followUpForm) await enqueue(db, syncFollowUpJob, { signupId: signup_id }, { key: signup_id })
      return saved
    })
  })
}

/** Runs once per key, so that a retry cannot replace what another device has saved since. Does not record errors. */
async function saveOnce(
  db: Db,
  signupId: string,
  call: IdempotentCall | null,
  save: () => Promise<SaveResult>,
): Promise<SaveResult> {
  if (call && (await findEffect(db, call))) return saved
  const answer = await save()
  if (call && answer.error === null && !(await claimKey(db, call, signupId))) throw new AppError('conflict')
  return answer
}

/** Identical answers are a retry and succeed; other answers must not replace the stored ones. */
function saveOrConflict(existing: Record<string, unknown>, answers: Record<string, unknown>): SaveResult {
  const isSame = Object.entries(answers).every(([question, answer]) => isDeepStrictEqual(existing[question], answer))
  return isSame ? saved : needsMail
}

export function saveDraft(context: SurveyContext, { ticket, survey, answers }: SaveDraftInput): Promise<DraftResult> {
  return withEntry(context, { ticket }, async (db, signup_id, canReplace) => {
    const existingAnswers = await (survey === 'qualification' ? queries.findQualification : queries.findFollowUp)(db, signup_id)
    if (existingAnswers) return { error: null, changedAt: null }
    const draft = await queries.upsertDraft(db, { signup_id, survey, answers: { ...answers } }, canReplace)
    return draft ? { error: null, changedAt: draft.updated_at.toISOString() } : needsMail
  })
}

export async function progress(context: SurveyContext, ticket: string): Promise<ProgressResult> {
  const holder = await resolveTicketHolder(context, ticket)
  if (!holder) return invalidTicket
  const { db } = context
  const [qualification, followedUp, drafts] = await Promise.all([
    queries.findQualification(db, holder.id),
    queries.findFollowUp(db, holder.id),
    holder.canRead ? queries.listDrafts(db, holder.id) : [],
  ])
  const draftOf = (survey: SaveDraftInput['survey']) => drafts.find((draft) => draft.survey === survey)
  return {
    error: null,
    qualified: qualification !== undefined,
    followedUp: followedUp !== undefined,
    drafts: {
      qualification: parseDraft(qualificationDraft, draftOf('qualification')),
      follow_up: parseDraft(followUpDraft, draftOf('follow_up')),
    },
  }
}

function parseDraft<Answers>(
  form: ZodType<Answers>,
  existing: { answers: unknown; updated_at: Date } | undefined,
): Draft<Answers> | null {
  const { data } = form.safeParse(existing?.answers)
  return existing && data ? { answers: data, changedAt: existing.updated_at.toISOString() } : null
}

export async function download(context: SurveyContext, ticket: string): Promise<DownloadResult> {
  const holder = await resolveTicketHolder(context, ticket)
  if (!holder) return invalidTicket
  if (!holder.canRead) return needsMail
  return { error: null, answers: await exportSurveys(context.db, holder.id) }
}

/** The browser that joined may not replace stored answers once the owner has confirmed the entry. */
async function withEntry<Answer>(
  { db, secret }: SurveyContext,
  { ticket, email }: { ticket: string; email?: string },
  store: (db: Db, signupId: string, canReplace: boolean) => Promise<Answer>,
): Promise<Answer | typeof invalidTicket> {
  const resolved = await resolveTicket(secret, ticket)
  if (!resolved) return invalidTicket
  return inTransaction(db, async (tx) => {
    const entry = await queries.lockEntry(tx, resolved.id)
    if (
      !entry ||
      entry.ticket_generation !== resolved.generation ||
      (email !== undefined && normalizeStoredEmail(email) !== entry.email)
    )
      return invalidTicket
    return store(tx, resolved.id, hasFullAccess(resolved, entry))
  })
}

const hasFullAccess = ({ byMail }: { byMail: boolean }, entry: { confirmed_at: Date | null }) =>
  byMail || entry.confirmed_at === null

async function resolveTicketHolder({ db, secret }: SurveyContext, ticket: string) {
  const resolved = await resolveTicket(secret, ticket)
  if (!resolved) return undefined
  const entry = await queries.findEntry(db, resolved.id)
  return entry?.ticket_generation === resolved.generation
    ? { id: resolved.id, canRead: hasFullAccess(resolved, entry) }
    : undefined
}

async function resolveTicket(secret: Keys, ticket: string) {
  const content = readTicket(secret, entryTickets, ticket)
  if (!content || !isUuid(content.subject)) return null
  return { id: content.subject, generation: content.generation, byMail: content.purpose === ticketPurposes.member }
}

function normalizeStoredEmail(email: string): string {
  const normalized = email.trim().toLowerCase()
  const host = normalized.lastIndexOf('@') + 1
  return normalized.slice(0, host) + domainToASCII(normalized.slice(host))
}
