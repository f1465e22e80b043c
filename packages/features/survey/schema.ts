import { z } from 'zod'
import {
  agentTypes,
  audienceSizes,
  categories,
  goals,
  maxTextLength,
  needsOtherText,
  niches,
  sanitize,
  userTypes,
} from './rules.ts'

/** Calls of one address block in ten minutes; a survey with drafts takes about fifteen. */
export const surveyLimit = { name: 'survey', points: 600, seconds: 600 }

/** Longest text taken before it is sanitised; more is no answer but an attack. */
const maxRawLength = maxTextLength * 4

/** Postgres stores neither a zero character nor half a surrogate pair; no keyboard makes one. */
const text = z
  .string('invalid_text')
  .max(maxRawLength, 'too_long')
  .transform((input) => input.replaceAll('\0', '').toWellFormed())
const answers = <const T extends readonly [string, ...string[]]>(options: T) =>
  z
    .array(z.enum(options, 'invalid_option'))
    .max(options.length, 'invalid_option')
    .transform((input) => [...new Set(input)])

/** The ticket that joining answered, or one out of a mail (waitlist/tickets.ts). */
const ticket = z.string('invalid_ticket').min(1, 'invalid_ticket').max(2000, 'invalid_ticket')
const email = z.string('invalid_email').trim().max(254, 'invalid_email')

/** The qualification's answers (spec, sections 3 and 5). 400 with `fields` where one is missing. */
export const qualifyInput = z
  .object({
    email,
    ticket,
    audienceSize: z.enum(audienceSizes, 'required'),
    categories: answers(categories).refine((input) => input.length > 0, 'required'),
    otherCategory: text.transform(sanitize).nullable(),
    goals: answers(goals).refine((input) => input.length > 0, 'required'),
  })
  .refine((input) => !needsOtherText({ categories: input.categories, otherCategory: input.otherCategory ?? '' }), {
    path: ['otherCategory'],
    message: 'required',
  })
export type QualifyInput = z.infer<typeof qualifyInput>

/** The follow-up's answers (spec, sections 3 and 5). Every question may be left empty. */
export const followUpInput = z.object({
  email,
  ticket,
  userTypes: answers(userTypes),
  niches: answers(niches),
  agentTypes: answers(agentTypes),
  description: text.transform(sanitize),
})
export type FollowUpInput = z.infer<typeof followUpInput>

/** Answers as far as they have been given, to go on with later or on another device. */
export const qualificationDraft = z.object({
  audienceSize: z.enum(audienceSizes, 'invalid_option').nullable(),
  categories: answers(categories),
  otherCategory: text,
  goals: answers(goals),
})
export const followUpDraft = z.object({
  userTypes: answers(userTypes),
  niches: answers(niches),
  agentTypes: answers(agentTypes),
  description: text,
})

export type QualificationAnswers = z.infer<typeof qualificationDraft>
export type FollowUpAnswers = z.infer<typeof followUpDraft>

/** One survey's draft. The last one saved wins. */
export const saveDraftInput = z.discriminatedUnion('survey', [
  z.object({ ticket, survey: z.literal('qualification'), answers: qualificationDraft }),
  z.object({ ticket, survey: z.literal('follow_up'), answers: followUpDraft }),
])
export type SaveDraftInput = z.infer<typeof saveDraftInput>

export const ticketInput = z.object({ ticket })

/**
 * Saved, or a refusal; nothing was stored then. `invalid_ticket`: the ticket is not ours, has expired, is for something else, belongs to
 * another address than the given one, or its entry is gone. `needs_mail`: there is something already, and the address is confirmed, so
 * only a link out of its mails may put something else there.
 */
export type SaveAnswer = { error: null } | { error: 'invalid_ticket' | 'needs_mail' }

/** The same for a draft, with the moment at which it counts as changed, ISO 8601; null where its survey's answers are there already. */
export type DraftAnswer = { error: null; changedAt: string | null } | { error: 'invalid_ticket' | 'needs_mail' }

/** Answers as far as they have been given, and when that was (ISO 8601): of two drafts the newer one wins. */
export interface Draft<Answers> {
  answers: Answers
  changedAt: string
}

/**
 * Where somebody stands with the surveys. Drafts are there only for a ticket out of a mail, or while the address is unconfirmed:
 * whoever merely typed an address must not read what its owner answers later.
 */
export type ProgressAnswer =
  | { error: 'invalid_ticket' }
  | {
      error: null
      qualified: boolean
      followedUp: boolean
      drafts: { qualification: Draft<QualificationAnswers> | null; follow_up: Draft<FollowUpAnswers> | null }
    }

/** Everything the surveys store about a person; moments as ISO 8601. */
export interface SurveyExport {
  qualification: {
    audienceSize: string
    categories: string[]
    otherCategory: string | null
    goals: string[]
    savedAt: string
    changedAt: string
  } | null
  followUp: {
    userTypes: string[]
    niches: string[]
    agentTypes: string[]
    description: string
    /** The network address they were sent from. */
    ip: string
    savedAt: string
    changedAt: string
    /** When they were copied to the operator's spreadsheet; null while they are not. */
    copiedAt: string | null
  } | null
  drafts: { survey: 'qualification' | 'follow_up'; answers: Record<string, unknown>; changedAt: string }[]
}

/** `needs_mail`: the entry is confirmed, so only a link out of its mails may do this. */
export type DownloadAnswer = { error: 'invalid_ticket' } | { error: 'needs_mail' } | { error: null; answers: SurveyExport }
