import type { CaughtMailTable } from './mail.ts'
import type { RateLimitTable } from './rate-limit.ts'
import type { WaitlistEventTable, WaitlistRankDeltaTable, WaitlistSignupTable } from './waitlist.ts'

/** Every table, one line each. */
export interface Database {
  caught_mail: CaughtMailTable
  rate_limit: RateLimitTable
  waitlist_event: WaitlistEventTable
  waitlist_rank_delta: WaitlistRankDeltaTable
  waitlist_signup: WaitlistSignupTable
}
