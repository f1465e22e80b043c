import type { Passwords } from '@duo/platform/server/security/passwords.ts'
import type { AccountHooks } from '../shell/server/feature.ts'
import { defineFeature } from '../shell/server/feature.ts'
import type { AccountMails, SecondFactorHooks } from './server/account-hooks.ts'
import { deleteAllApiKeys } from './server/api-keys/api-key-queries.ts'
import { accountMail } from './server/mail/account-mail-job.ts'
import { authMaintenance } from './server/maintenance.ts'
import { authRouter } from './server/router.ts'
import { deleteAllSessions } from './server/sessions/session-queries.ts'

declare module '@duo/platform/server/trpc.ts' {
  interface AppContext {
    passwords: Passwords
    /** Those that have keys. */
    providers: readonly string[]
    confirmsEmail: boolean
    accountHooks: AccountHooks
  }
}

declare module '../shell/server/feature.ts' {
  interface AccountHooks {
    /** The step between a first factor and a session. One feature implements it. */
    secondFactor: SecondFactorHooks
    accountMails: AccountMails
  }
}

export const authFeature = defineFeature({
  router: authRouter,
  mailJobs: [accountMail],
  maintenance: authMaintenance,
  // copied sessions end, and so do API keys, which may have been revoked since
  onRestored: [deleteAllSessions, deleteAllApiKeys],
})
