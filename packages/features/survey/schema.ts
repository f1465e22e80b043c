import { replaceLoneSurrogates } from '@duo/platform/shared/text/lone-surrogate.ts'
import { z } from 'zod'
import {
  agentTypes,
  audienceSizes,
  categories,
  type FollowUpDraft,
  goals,
  maxTextLength,
  needsOtherText,
  niches,
  type QualificationDraft,
  sanitize,
  userTypes,
} from './rules.ts'

/** Per network and ten minutes; a survey with drafts makes about fifteen calls. */
export const surveyLimit = { name: 'survey', points: 600, seconds: 600 }

const maxRawLength = maxTextLength * 4

/** Postgres stores neither NUL nor lone surrogates. */
const text = z
  .string('invalid_text')
  .max(maxRawLength, 'too_long')
  .transform((input) => replaceLoneSurrogates(input.replaceAll('\0', '')))
const answers = <const T extends readonly [string, ...string[]]>(options: T) =>
  z
    .array(z.enum(options, 'invalid_option'))
    .max(options.length, 'invalid_option')
    .transform((input) => [...new Set(input)])

const ticket = z.string('invalid_ticket').min(1, 'invalid_ticket').max(2000, 'invalid_ticket')
const email = z.string('invalid_email').trim().max(254, 'invalid_email')

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

export const followUpInput = z.object({
  email,
  ticket,
  userTypes: answers(userTypes),
  niches: answers(niches),
  agentTypes: answers(agentTypes),
  description: text.transform(sanitize),
})
export type FollowUpInput = z.infer<typeof followUpInput>

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

export const saveDraftInput = z.discriminatedUnion('survey', [
  z.object({ ticket, survey: z.literal('qualification'), answers: qualificationDraft }),
  z.object({ ticket, survey: z.literal('follow_up'), answers: followUpDraft }),
])
export type SaveDraftInput = z.infer<typeof saveDraftInput>

export const ticketInput = z.object({ ticket })

/** `needs_mail`: the entry is confirmed and has answers, so only a mailed ticket may replace them. */
export type SaveResult = { error: null } | { error: 'invalid_ticket' | 'needs_mail' }

/** `changedAt` is ISO 8601, or null if the survey has been submitted already. */
export type DraftResult = { error: null; changedAt: string | null } | { error: 'invalid_ticket' | 'needs_mail' }

/** ISO 8601; clients keep the newer of two drafts. */
export interface Draft<Answers> {
  answers: Answers
  changedAt: string
}

/** Once the entry is confirmed, drafts need a mailed ticket: typing an e-mail must not reveal its owner's answers. */
export type ProgressResult =
  | { error: 'invalid_ticket' }
  | {
      error: null
      qualified: boolean
      followedUp: boolean
      drafts: { qualification: Draft<QualificationDraft> | null; follow_up: Draft<FollowUpDraft> | null }
    }

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
    ip: string
    savedAt: string
    changedAt: string
    copiedAt: string | null
  } | null
  drafts: { survey: 'qualification' | 'follow_up'; answers: Record<string, unknown>; changedAt: string }[]
}

export type DownloadResult = { error: 'invalid_ticket' } | { error: 'needs_mail' } | { error: null; answers: SurveyExport }
