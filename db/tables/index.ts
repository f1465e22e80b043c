import type { ApiKeyTables } from './api-key.ts'
import type { AuthTables } from './auth.ts'
import type { BillingTables } from './billing.ts'
import type { BlogTables } from './blog.ts'
import type { ChatTables } from './chat.ts'
import type { IdempotencyTables } from './idempotency.ts'
import type { KeyTables } from './keys.ts'
import type { MailTables } from './mail.ts'
import type { MarketplaceTables } from './marketplace.ts'
import type { RateLimitTables } from './rate-limit.ts'
import type { SecondFactorTables } from './second-factor.ts'
import type { SurveyTables } from './survey.ts'
import type { WaitlistTables } from './waitlist.ts'

export interface Database
  extends ApiKeyTables,
    AuthTables,
    BillingTables,
    BlogTables,
    ChatTables,
    IdempotencyTables,
    KeyTables,
    MailTables,
    MarketplaceTables,
    RateLimitTables,
    SecondFactorTables,
    SurveyTables,
    WaitlistTables {}
