import type { Generated } from 'kysely'
import type { CreatedAt, JsonObject } from './columns.ts'

export interface SurveyTables {
  survey_draft: SurveyDraftTable
  survey_follow_up: SurveyFollowUpTable
  survey_qualification: SurveyQualificationTable
}

/** One person's qualification; option ids as in survey/rules.ts. */
export interface SurveyQualificationTable {
  signup_id: string
  audience_size: string
  categories: string[]
  other_category: string | null
  goals: string[]
  created_at: CreatedAt
  updated_at: Generated<Date>
}

/** One person's follow-up answers. */
export interface SurveyFollowUpTable {
  signup_id: string
  user_types: string[]
  niches: string[]
  agent_types: string[]
  description: string
  /** The network address they were sent from, 'unknown' where there was none. */
  address: string
  /** When the spreadsheet form took them; null while it has not. */
  mirrored_at: Date | null
  created_at: CreatedAt
  updated_at: Generated<Date>
}

/** Answers as far as they have been given. */
export interface SurveyDraftTable {
  signup_id: string
  survey: 'qualification' | 'follow_up'
  answers: JsonObject
  updated_at: Generated<Date>
}
