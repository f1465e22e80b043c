import type {
  AuthAccountTable,
  AuthDeviceTable,
  AuthEventTable,
  AuthMailTable,
  AuthSessionTable,
  AuthUserTable,
  AuthVerificationTable,
} from './auth.ts'
import type { BillingSubscriptionTable, BillingUsageTable } from './billing.ts'
import type { BlogArticleTable, BlogCountTable, BlogEditionTable, BlogSearchTable } from './blog.ts'
import type {
  ChatChunkTable,
  ChatConversationTable,
  ChatMessageTable,
  ChatProcessTable,
  ChatRunTable,
  ChatSpendingTable,
} from './chat.ts'
import type { DataKeyTable } from './data-key.ts'
import type { IdempotencyKeyTable } from './idempotency.ts'
import type { CaughtMailTable } from './mail.ts'
import type {
  MarketplaceAgentTable,
  MarketplaceAgentTextTable,
  MarketplaceEditionTable,
  MarketplaceNoteTable,
} from './marketplace.ts'
import type { RateLimitTable } from './rate-limit.ts'
import type { SurveyDraftTable, SurveyFollowUpTable, SurveyQualificationTable } from './survey.ts'
import type {
  WaitlistAddressTable,
  WaitlistCreditTable,
  WaitlistEventTable,
  WaitlistGapTable,
  WaitlistMoverTable,
  WaitlistRankDeltaTable,
  WaitlistRankNodeTable,
  WaitlistReconciledTable,
  WaitlistSignupTable,
  WaitlistWaveTable,
} from './waitlist.ts'

/** Every table, one line each. */
export interface Database {
  auth_account: AuthAccountTable
  auth_device: AuthDeviceTable
  auth_event: AuthEventTable
  auth_mail: AuthMailTable
  auth_session: AuthSessionTable
  auth_user: AuthUserTable
  auth_verification: AuthVerificationTable
  billing_subscription: BillingSubscriptionTable
  billing_usage: BillingUsageTable
  blog_article: BlogArticleTable
  blog_count: BlogCountTable
  blog_edition: BlogEditionTable
  blog_search: BlogSearchTable
  caught_mail: CaughtMailTable
  chat_chunk: ChatChunkTable
  chat_conversation: ChatConversationTable
  chat_message: ChatMessageTable
  chat_process: ChatProcessTable
  chat_run: ChatRunTable
  chat_spending: ChatSpendingTable
  data_key: DataKeyTable
  idempotency_key: IdempotencyKeyTable
  marketplace_agent: MarketplaceAgentTable
  marketplace_agent_text: MarketplaceAgentTextTable
  marketplace_edition: MarketplaceEditionTable
  marketplace_note: MarketplaceNoteTable
  rate_limit: RateLimitTable
  survey_draft: SurveyDraftTable
  survey_follow_up: SurveyFollowUpTable
  survey_qualification: SurveyQualificationTable
  waitlist_address: WaitlistAddressTable
  waitlist_credit: WaitlistCreditTable
  waitlist_event: WaitlistEventTable
  waitlist_gap: WaitlistGapTable
  waitlist_mover: WaitlistMoverTable
  waitlist_rank_delta: WaitlistRankDeltaTable
  waitlist_rank_node: WaitlistRankNodeTable
  waitlist_reconciled: WaitlistReconciledTable
  waitlist_signup: WaitlistSignupTable
  waitlist_wave: WaitlistWaveTable
}
