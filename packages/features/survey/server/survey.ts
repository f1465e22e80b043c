import { domainToASCII } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { type Db, inTransaction } from '@duo/db/index.ts'
import { claimKey, findEffect, type IdempotentCall, idempotentCall } from '@duo/platform/server/idempotency.ts'
import { enqueue } from '@duo/platform/server/jobs/enqueue.ts'
import type { Keys } from '@duo/platform/server/security/keys.ts'
import { readTicket } from '@duo/platform/server/security/signed-token.ts'
import type { Context } from '@duo/platform/server/trpc.ts'
import { AppError } from '@duo/platform/shared/errors.ts'
import { validate as isUuid } from 'uuid'
import type { ZodType } from 'zod'
import { entryTickets, ticketPurposes } from '../../waitlist/tickets.ts'
import { otherCategoryOf } from '../rules.ts'
import {
  type DownloadAnswer,
  type Draft,
  type DraftAnswer,
  type FollowUpInput,
  followUpDraft,
  type ProgressAnswer,
  type QualifyInput,
  qualificationDraft,
  type SaveAnswer,
  type SaveDraftInput,
} from '../schema.ts'
import { storedSurveys } from './data-export.ts'
import * as queries from './survey-queries.ts'
import { surveyMirror } from './sync-jobs.ts'

type World = Pick<Context, 'db' | 'secret'>
type SavingWorld = World & Pick<Context, 'idempotencyKey'>

const refused = { error: 'invalid_ticket' } as const
const needsMail = { error: 'needs_mail' } as const
const saved = { error: null } as const

/**
 * Stores the qualification, over an earlier one, and forgets its draft; all or nothing. Throws `conflict` when the idempotency key was used
 * with other answers.
 */
export function qualify(world: SavingWorld, input: QualifyInput): Promise<SaveAnswer> {
  const { email, ticket, audienceSize, categories, otherCategory, goals } = input
  return write(world, { ticket, email }, async (db, signup_id, mayReplace) => {
    const other_category = otherCategoryOf({ categories, otherCategory: otherCategory ?? '' })
    const answers = { audience_size: audienceSize, categories, other_category, goals }
    const call = idempotentCall(world, 'survey.qualify', { signup_id, ...answers })
    return saveOnce(db, signup_id, call, async () => {
      const stored = mayReplace ? undefined : await queries.qualification(db, signup_id)
      if (stored) return unlessOther(stored, answers)
      await queries.saveQualification(db, { signup_id, ...answers })
      await queries.deleteDraft(db, signup_id, 'qualification')
      return saved
    })
  })
}

/** Stores the follow-up's answers, over earlier ones, forgets their draft and queues their copy for the spreadsheet, as `qualify` does. */
export function followUp(
  world: SavingWorld & Pick<Context, 'clientAddress' | 'followUpForm'>,
  input: FollowUpInput,
): Promise<SaveAnswer> {
  const { email, ticket, userTypes, niches, agentTypes, description } = input
  return write(world, { ticket, email }, async (db, signup_id, mayReplace) => {
    const answers = { user_types: userTypes, niches, agent_types: agentTypes, description }
    const call = idempotentCall(world, 'survey.followUp', { signup_id, ...answers })
    return saveOnce(db, signup_id, call, async () => {
      const stored = mayReplace ? undefined : await queries.followUp(db, signup_id)
      if (stored) return unlessOther(stored, answers)
      await queries.saveFollowUp(db, { signup_id, ...answers, address: world.clientAddress })
      await queries.deleteDraft(db, signup_id, 'follow_up')
      if (world.followUpForm) await enqueue(db, surveyMirror, { signupId: signup_id }, { key: signup_id })
      return saved
    })
  })
}

/**
 * Saves once under the caller's idempotency key: a call that is repeated must not replace what another device has saved since. A refusal
 * is not kept, because nothing was stored.
 */
async function saveOnce(
  db: Db,
  signupId: string,
  call: IdempotentCall | null,
  save: () => Promise<SaveAnswer>,
): Promise<SaveAnswer> {
  if (call && (await findEffect(db, call))) return saved
  const answer = await save()
  if (call && answer.error === null && !(await claimKey(db, call, signupId))) throw new AppError('conflict')
  return answer
}

/** The same answers again (a call repeated after its answer was lost) are saved; others are not put in the place of what is stored. */
function unlessOther(stored: Record<string, unknown>, answers: Record<string, unknown>): SaveAnswer {
  const same = Object.entries(answers).every(([question, answer]) => isDeepStrictEqual(stored[question], answer))
  return same ? saved : needsMail
}

/** Keeps answers as far as they have been given; the last ones saved win. One that comes after the survey's answers is over already. */
export function saveDraft(world: World, { ticket, survey, answers }: SaveDraftInput): Promise<DraftAnswer> {
  return write(world, { ticket }, async (db, signup_id, mayReplace) => {
    const answered = await (survey === 'qualification' ? queries.qualification : queries.followUp)(db, signup_id)
    if (answered) return { error: null, changedAt: null }
    const draft = await queries.saveDraft(db, { signup_id, survey, answers: { ...answers } }, mayReplace)
    return draft ? { error: null, changedAt: draft.updated_at.toISOString() } : needsMail
  })
}

/** Where somebody stands, with the drafts that the ticket may read. */
export async function progress(world: World, ticket: string): Promise<ProgressAnswer> {
  const holder = await holderOf(world, ticket)
  if (!holder) return refused
  const { db } = world
  const [qualification, followedUp, drafts] = await Promise.all([
    queries.qualification(db, holder.id),
    queries.followUp(db, holder.id),
    holder.mayRead ? queries.drafts(db, holder.id) : [],
  ])
  const draftOf = (survey: SaveDraftInput['survey']) => drafts.find((draft) => draft.survey === survey)
  return {
    error: null,
    qualified: qualification !== undefined,
    followedUp: followedUp !== undefined,
    drafts: {
      qualification: begun(qualificationDraft, draftOf('qualification')),
      follow_up: begun(followUpDraft, draftOf('follow_up')),
    },
  }
}

/** A stored draft; one that no longer fits the questions is as good as none. */
function begun<Answers>(
  form: ZodType<Answers>,
  stored: { answers: unknown; updated_at: Date } | undefined,
): Draft<Answers> | null {
  const { data } = form.safeParse(stored?.answers)
  return stored && data ? { answers: data, changedAt: stored.updated_at.toISOString() } : null
}

/** Everything the surveys store about the ticket's person. */
export async function download(world: World, ticket: string): Promise<DownloadAnswer> {
  const holder = await holderOf(world, ticket)
  if (!holder) return refused
  if (!holder.mayRead) return needsMail
  return { error: null, answers: await storedSurveys(world.db, holder.id) }
}

/**
 * Runs `store` in one transaction for the entry that the ticket opens, when it is there and the address given is its own. The ticket may
 * put something in the place of what is stored unless somebody merely typed the address and its owner has confirmed it.
 */
async function write<Answer>(
  { db, secret }: World,
  { ticket, email }: { ticket: string; email?: string },
  store: (db: Db, signupId: string, mayReplace: boolean) => Promise<Answer>,
): Promise<Answer | typeof refused> {
  const opened = await openedBy(secret, ticket)
  if (!opened) return refused
  return inTransaction(db, async (tx) => {
    const entry = await queries.entryToAnswerFor(tx, opened.id)
    if (!entry || entry.ticket_generation !== opened.generation || (email !== undefined && storedForm(email) !== entry.email))
      return refused
    return store(tx, opened.id, mayOpen(opened, entry))
  })
}

/** Whether a ticket opens what is stored: it came by mail, or nobody has confirmed the address yet. */
const mayOpen = ({ byMail }: { byMail: boolean }, entry: { confirmed_at: Date | null }) => byMail || entry.confirmed_at === null

/** Whose ticket it is, and whether it may read what they answered. */
async function holderOf({ db, secret }: World, ticket: string) {
  const opened = await openedBy(secret, ticket)
  if (!opened) return undefined
  const entry = await queries.entry(db, opened.id)
  return entry?.ticket_generation === opened.generation ? { id: opened.id, mayRead: mayOpen(opened, entry) } : undefined
}

/** The entry that a ticket of ours opens. */
async function openedBy(secret: Keys, ticket: string) {
  const read = await readTicket(secret, entryTickets, ticket)
  if (!read || !isUuid(read.subject)) return null
  return { id: read.subject, generation: read.generation, byMail: read.purpose === ticketPurposes.member }
}

/** An address as entries keep theirs: trimmed, in small letters, its host in ASCII. */
function storedForm(email: string): string {
  const typed = email.trim().toLowerCase()
  const host = typed.lastIndexOf('@') + 1
  return typed.slice(0, host) + domainToASCII(typed.slice(host))
}
