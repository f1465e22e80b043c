import type { Generated, Insertable, Selectable } from 'kysely'
import type { CreatedAt, JsonObject } from './columns.ts'

export interface WaitlistSignupTable {
  /** UUIDv7, made by the app. */
  id: string
  /** Normalised by the app: trimmed, lower case. */
  email: string
  language: 'en' | 'pt'
  /** Drawn from the sequence `waitlist_seat`: the order of joining. */
  seat: number
  referral_code: string
  invited_by: string | null
  user_agent: Generated<string>
  confirmed_at: Date | null
  created_at: CreatedAt
}

/** One correction of everybody's rank from `pos` on; positions are the seat plus the sum of the corrections below it. */
export interface WaitlistRankDeltaTable {
  pos: number
  d: number
}

/** What happened to a sign-up, only ever added to. */
export interface WaitlistEventTable {
  id: string
  signup_id: string
  kind: string
  data: JsonObject
  created_at: CreatedAt
}

export type WaitlistSignup = Selectable<WaitlistSignupTable>
export type NewWaitlistSignup = Insertable<WaitlistSignupTable>
export type WaitlistEvent = Selectable<WaitlistEventTable>
