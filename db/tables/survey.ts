import type { Generated } from 'kysely'
import type { CreatedAt, JsonObject } from './columns.ts'

declare module './index.ts' {
  interface Database {
    /** Option ids: survey/rules.ts. */
    survey_qualification: {
      signup_id: string
      audience_size: string
      categories: string[]
      other_category: string | null
      goals: string[]
      created_at: CreatedAt
      updated_at: Generated<Date>
    }

    survey_follow_up: {
      signup_id: string
      user_types: string[]
      niches: string[]
      agent_types: string[]
      description: string
      address: string
      mirrored_at: Date | null
      created_at: CreatedAt
      updated_at: Generated<Date>
    }

    survey_draft: {
      signup_id: string
      survey: 'qualification' | 'follow_up'
      answers: JsonObject
      updated_at: Generated<Date>
    }
  }
}
