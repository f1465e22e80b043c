import type { Db } from '@duo/db/index.ts'
import type { ProcedureMeta } from '@duo/platform/server/trpc.ts'
import { type AppContext, router } from '@duo/platform/server/trpc.ts'
import type { AnyProcedure } from '@trpc/server'
import { eraseUser } from './auth/server/account.ts'
import { deleteAllApiKeys } from './auth/server/api-keys/api-key-queries.ts'
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
import { agentDirectory } from './chat/server/marketplace-agents.ts'
import { markRestoredReplies } from './chat/server/provenance/provenance-queries.ts'
import { exportConversations } from './chat/server/retention/data-export.ts'
import { chatMaintenance } from './chat/server/retention/maintenance.ts'
import { chatRouterWith } from './chat/server/router.ts'
import { legalPages } from './legal/pages.ts'
import { marketplacePages } from './marketplace/pages.ts'
import { embedNotes, marketplaceMaintenance } from './marketplace/server/embeddings/embedding-jobs.ts'
import { contentVersion as agentsContentVersion } from './marketplace/server/import/seed-queries.ts'
import { marketplaceRouter } from './marketplace/server/router.ts'
import { safetyPages } from './safety/pages.ts'
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

const onAccountErased = [eraseLinkedEntries]
const onEmailVerified = [linkEntryToAccount]

/** Composed here, so that the account feature need not know which features store personal data. */
const authRouter = createAuthRouter({
  exporters: {
    subscription: ({ db }, userId) => findSubscription(db, userId),
    waitlist: exportLinkedEntries,
    surveys: async ({ db }, userId) => Promise.all((await listLinkedEntryIds(db, userId)).map((id) => exportSurveys(db, id))),
    conversations: ({ db }, userId) => exportConversations(db, userId),
  },
  onAccountErased,
  onEmailVerified,
})

/** Clients rely on these names (design, section 11). */
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

/** All procedures by path, such as `waitlist.join`. tRPC flattens the record, but its type stays nested. */
export const procedures = appRouter._def.procedures as unknown as Readonly<
  Record<string, AnyProcedure & { _def: { meta?: ProcedureMeta } }>
>

/** Equal for every caller until the content version changes, except for searches, which are rate-limited. */
export const publicProcedures = ['marketplace.agents', 'marketplace.agent', 'blog.articles', 'blog.article'] as const

/** Changes when an article or an agent changes; invalidates cached pages. */
export async function contentVersion(db: Db): Promise<string> {
  const [articles, agents] = await Promise.all([blogContentVersion(db), agentsContentVersion(db)])
  return `${articles.version}.${agents.version}`
}

export const publicPages: readonly PublicPage[] = [
  ...sitePages,
  ...marketplacePages,
  ...billingPages,
  ...blogPages,
  ...legalPages,
  ...safetyPages,
]

export { createArticleLookup } from './blog/server/article-lookup.ts'
export { locateArticle } from './blog/server/article-redirects.ts'
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

/** Run on start with the embedded database, before any call: no other server uses it. */
export const startupTasks = [resetSeatSequence]

/**
 * Run after a restore, before the data is used: ends copied sessions and sign-ins, and all API keys, which may have been revoked
 * since, and keeps replies of the file from being signed.
 */
export const onRestored = [deleteAllSessions, deletePendingSteps, deleteAllApiKeys, markRestoredReplies]

/** Run only by servers that can send e-mail, so that these jobs keep their attempts elsewhere. */
export const mailJobs = [welcomeMail, linkMail, friendMail, betaInvitationMail, accountMail]

/** Run only by servers whose endpoint supports embeddings. */
export const embeddingJobs = [embedNotes]

export const otherJobs = [syncFollowUpJob, factorRecoveryNotice]

/** Every server creates all queues, also those that only others process. */
export const allJobs = [...mailJobs, ...otherJobs, ...embeddingJobs]

export const authFor = (context: AppContext, keys: ProviderKeys) => createAuth(context, { keys, onEmailVerified })

export { hashApiKey, newApiKeyToken, readApiKey } from './auth/server/api-keys/api-key-token.ts'
export { resolveApiKey } from './auth/server/api-keys/api-keys.ts'
export { allowedEndpoints, endpointName } from './auth/server/better-auth/find-endpoint.ts'
export { providerFailedPath, withQuery } from './auth/server/better-auth/provider-attempts.ts'
export { configuredProviders, type ProviderKeys } from './auth/server/better-auth/providers.ts'
export { hasCredentials, resolveViewer, signToken } from './auth/server/sessions/sessions.ts'
export { startForm } from './marketplace/schema.ts'
export { sessionHintCookie } from './shell/session-hint.ts'
export { enqueueMissingSyncs } from './survey/server/sync-jobs.ts'
export { codeToJudge, repairCode, unsubscribePath } from './waitlist/rules.ts'
export { joinForm } from './waitlist/schema.ts'
export { ticketPurposes } from './waitlist/tickets.ts'

export const maintenanceTasks = [...waitlistMaintenance, ...authMaintenance, ...chatMaintenance, ...marketplaceMaintenance]

export * as authOperator from './auth/server/admin.ts'
export { planIds } from './billing/rules.ts'
export * as billingOperator from './billing/server/plans.ts'
export const eraseAccount = (db: Db, userId: string) => eraseUser(db, userId, onAccountErased)
export type { Message, SendAnswer, StreamEvent } from './chat/schema.ts'
export { type BudgetLimits, openBudgets } from './chat/server/budget/budget.ts'
export { feedbackByNote } from './chat/server/feedback/feedback-queries.ts'
export { createReplyRenderer } from './chat/server/markdown/reply-renderer.ts'
export { digestOf, type NoteClaims, noteClaims } from './chat/server/provenance/claims.ts'
export { conceals, shownContent, signedContent } from './chat/server/provenance/shown-content.ts'
export { fixedTexts } from './chat/server/provenance/sign-reply.ts'
export { chatMaintenance } from './chat/server/retention/maintenance.ts'
export { createReplyStreams } from './chat/server/streaming/reply-streams.ts'
export * as waitlistOperator from './waitlist/server/admin/admin.ts'
export * as waitlistWaves from './waitlist/server/admin/waves.ts'
export * as waitlistReview from './waitlist/server/referrals/review-credit.ts'
