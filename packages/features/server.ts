import type { Db } from '@duo/db/index.ts'
import { type AppContext, router } from '@duo/platform/server/trpc.ts'
import { eraseUser } from './auth/server/account.ts'
import { createAuth } from './auth/server/better-auth/handler.ts'
import type { ProviderKeys } from './auth/server/better-auth/providers.ts'
import { factorRecoveryNotice } from './auth/server/factor-recovery/factor-recovery-jobs.ts'
import { deletePendingSteps } from './auth/server/factor-recovery/factor-recovery-queries.ts'
import { accountMail } from './auth/server/mail/account-mail-job.ts'
import { authMaintenance } from './auth/server/maintenance.ts'
import { createAuthRouter } from './auth/server/router.ts'
import { deleteAllSessions } from './auth/server/sessions/session-queries.ts'
import { billingPages } from './billing/pages.ts'
import { findSubscription } from './billing/server/plans.ts'
import { billingRouter } from './billing/server/router.ts'
import { blogPages } from './blog/pages.ts'
import { contentVersion as blogContentVersion } from './blog/server/article-queries.ts'
import { blogRouter } from './blog/server/router.ts'
import { agentDirectory } from './chat/server/agent-directory.ts'
import { exportConversations } from './chat/server/data-export.ts'
import { chatMaintenance } from './chat/server/maintenance.ts'
import { chatRouterWith } from './chat/server/router.ts'
import { legalPages } from './legal/pages.ts'
import { marketplacePages } from './marketplace/pages.ts'
import { embedNotes, marketplaceMaintenance } from './marketplace/server/embeddings/embedding-jobs.ts'
import { contentVersion as agentsContentVersion } from './marketplace/server/import/seed-queries.ts'
import { marketplaceRouter } from './marketplace/server/router.ts'
import type { PublicPage } from './shell/public-page.ts'
import { sitePages } from './site/pages.ts'
import { exportSurveys } from './survey/server/data-export.ts'
import { surveyRouter } from './survey/server/router.ts'
import { syncFollowUpJob } from './survey/server/sync-jobs.ts'
import {
  eraseLinkedEntries,
  exportLinkedEntries,
  linkEntryToAccount,
  listLinkedEntryIds,
} from './waitlist/server/entry/link-account.ts'
import { betaInvitationMail, friendMail, linkMail, welcomeMail } from './waitlist/server/mail/mail-jobs.ts'
import { waitlistMaintenance } from './waitlist/server/maintenance.ts'
import { resetSeatSequence } from './waitlist/server/position/position-queries.ts'
import { waitlistRouter } from './waitlist/server/router.ts'

/** What other features delete with an account. */
const onAccountErased = [eraseLinkedEntries]

/** What an account takes over, carries along and takes with it; features do not know each other, so it is put together here. */
const authRouter = createAuthRouter({
  exporters: {
    subscription: ({ db }, userId) => findSubscription(db, userId),
    waitlist: exportLinkedEntries,
    surveys: async ({ db }, userId) => Promise.all((await listLinkedEntryIds(db, userId)).map((id) => exportSurveys(db, id))),
    conversations: ({ db }, userId) => exportConversations(db, userId),
  },
  onAccountErased,
})

/** Every procedure of the product, one line a feature. Clients rely on these names (design, section 11). */
export const appRouter = router({
  blog: blogRouter,
  waitlist: waitlistRouter,
  survey: surveyRouter,
  auth: authRouter,
  billing: billingRouter,
  chat: chatRouterWith(agentDirectory),
  marketplace: marketplaceRouter,
})
export type AppRouter = typeof appRouter

/** Names what pages are made from: it changes when an article or an agent does. */
export async function contentVersion(db: Db): Promise<string> {
  const [articles, agents] = await Promise.all([blogContentVersion(db), agentsContentVersion(db)])
  return `${articles.version}.${agents.version}`
}

/** Every page that search engines may list, one line a feature. */
export const publicPages: readonly PublicPage[] = [
  ...sitePages,
  ...marketplacePages,
  ...billingPages,
  ...blogPages,
  ...legalPages,
]

export { createArticleLookup } from './blog/server/article-lookup.ts'
export { findRedirect } from './blog/server/article-redirects.ts'
export { blogFeed } from './blog/server/feeds.ts'
export { seedBundledArticles } from './blog/server/import/seed-bundled-articles.ts'
export { feedPath } from './blog/structured-data.ts'
export { createAgentImages } from './illustrations/server/agents/agent-images.ts'
export { type ArticleLookup, createArticleImages } from './illustrations/server/articles/article-images.ts'
export { findColorsBySlug } from './marketplace/server/agent-queries.ts'
export { seedBundledAgents } from './marketplace/server/import/seed-agents.ts'
export { securityPolicy, securityPolicyPath, securityText, securityTextPath } from './site/server/security-text.ts'
export { createShareImages } from './site/server/share-images.ts'
export { llmsText, robots, sitemap } from './site/server/sitemap.ts'

/** What a server does first when it is the only one on its database and nobody can be calling yet. */
export const startupTasks = [resetSeatSequence]

/** What happens to restored data before anybody can use it: sessions that were copied end, and what was under way to open one. */
export const onRestored = [deleteAllSessions, deletePendingSteps]

/** The mails, one job each. A server that can send none leaves them alone, so that they wait with all their attempts. */
export const mailJobs = [welcomeMail, linkMail, friendMail, betaInvitationMail, accountMail]

/** For servers whose endpoint makes embeddings; others leave these jobs to them. */
export const embeddingJobs = [embedNotes]

/** Whatever else happens later, one line a job. */
export const otherJobs = [syncFollowUpJob, factorRecoveryNotice]

/** Every job: a server has a queue for each, also for those that only others run. */
export const allJobs = [...mailJobs, ...otherJobs, ...embeddingJobs]

/** Signing in and out: better-auth's calls, under /api/auth. */
export const authFor = (world: AppContext, keys: ProviderKeys) =>
  createAuth(world, { keys, onEmailVerified: [linkEntryToAccount] })

export { authEndpoints, endpointName } from './auth/server/better-auth/allowed-endpoints.ts'
export { configuredProviders, type ProviderKeys } from './auth/server/better-auth/providers.ts'
export { hasCredentials, resolveViewer, signToken } from './auth/server/sessions/sessions.ts'
export { enqueueMissingSyncs } from './survey/server/sync-jobs.ts'
export { unsubscribePath } from './waitlist/rules.ts'
export { ticketPurposes } from './waitlist/tickets.ts'

/** What a running server does by itself from time to time, one line a feature. */
export const maintenanceTasks = [...waitlistMaintenance, ...authMaintenance, ...chatMaintenance, ...marketplaceMaintenance]

export * as authOperator from './auth/server/admin.ts'
export { planIds } from './billing/rules.ts'
/** What the operator's other command line does (scripts/operator/account/account.ts). */
export * as billingOperator from './billing/server/plans.ts'
export const eraseAccount = (db: Db, userId: string) => eraseUser(db, userId, onAccountErased)
export type { Message, SendAnswer, StreamEvent } from './chat/schema.ts'
/** What the operator's command line over conversations does (scripts/operator/chat/chat.ts). */
export { feedbackByNote } from './chat/server/feedback/feedback-queries.ts'
export { chatMaintenance } from './chat/server/maintenance.ts'
export { openBudget } from './chat/server/model/budget.ts'
export { createReplyStreams } from './chat/server/streaming/reply-streams.ts'
/** What the operator's command line does (scripts/operator/waitlist/waitlist.ts). */
export * as waitlistOperator from './waitlist/server/admin/admin.ts'
export * as waitlistWaves from './waitlist/server/admin/waves.ts'
export * as waitlistReview from './waitlist/server/referrals/review-credit.ts'
