import type { Db } from '@duo/db/index.ts'
import { router, type World } from '@duo/platform/server/trpc.ts'
import { createAuth } from './auth/auth.ts'
import { accountMail } from './auth/jobs.ts'
import type { ProviderKeys } from './auth/provider-gateway.ts'
import { authRouterWith } from './auth/router.ts'
import { factorRecoveryNotice } from './auth/second-factor/factor-recovery-jobs.ts'
import { forgetUnderWay } from './auth/second-factor/factor-recovery-queries.ts'
import { erasePerson } from './auth/service.ts'
import { endEverySession } from './auth/session-queries.ts'
import { authUpkeep } from './auth/upkeep-service.ts'
import { billingPages } from './billing/pages.ts'
import { billingRouter } from './billing/router.ts'
import { subscriptionOf } from './billing/service.ts'
import { blogPages } from './blog/pages.ts'
import { edition as blogEdition } from './blog/queries.ts'
import { blogRouter } from './blog/router.ts'
import { chatAgents } from './chat/agent-service.ts'
import { chatRouterWith } from './chat/router.ts'
import { storedConversations } from './chat/stored-service.ts'
import { chatUpkeep } from './chat/upkeep-service.ts'
import { legalPages } from './legal/pages.ts'
import { embedNotes, marketplaceUpkeep } from './marketplace/jobs.ts'
import { marketplacePages } from './marketplace/pages.ts'
import { marketplaceRouter } from './marketplace/router.ts'
import { edition as agentsEdition } from './marketplace/seed-queries.ts'
import type { PublicPage } from './shell/public-page.ts'
import { sitePages } from './site/pages.ts'
import { surveyMirror } from './survey/jobs.ts'
import { surveyRouter } from './survey/router.ts'
import { storedSurveys } from './survey/stored-service.ts'
import { claimEntry, claimedIds, eraseClaimed, storedClaimed } from './waitlist/claim-service.ts'
import { betaInvitationMail, friendMail, linkMail, welcomeMail } from './waitlist/jobs.ts'
import { rewindSeats } from './waitlist/rank-queries.ts'
import { waitlistRouter } from './waitlist/router.ts'
import { waitlistUpkeep } from './waitlist/upkeep-service.ts'

/** What other features delete with an account. */
const onErased = [eraseClaimed]

/** What an account takes over, carries along and takes with it; features do not know each other, so it is put together here. */
const authRouter = authRouterWith({
  stored: {
    subscription: ({ db }, userId) => subscriptionOf(db, userId),
    waitlist: storedClaimed,
    surveys: async ({ db }, userId) => Promise.all((await claimedIds(db, userId)).map((id) => storedSurveys(db, id))),
    conversations: ({ db }, userId) => storedConversations(db, userId),
  },
  onErased,
})

/** Every procedure of the product, one line a feature. Clients rely on these names (design, section 11). */
export const appRouter = router({
  blog: blogRouter,
  waitlist: waitlistRouter,
  survey: surveyRouter,
  auth: authRouter,
  billing: billingRouter,
  chat: chatRouterWith(chatAgents),
  marketplace: marketplaceRouter,
})
export type AppRouter = typeof appRouter

/** Names what pages are made from: it changes when an article or an agent does. */
export async function edition(db: Db): Promise<string> {
  const [articles, agents] = await Promise.all([blogEdition(db), agentsEdition(db)])
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

export { movedAddress } from './blog/address-service.ts'
export { blogFeed } from './blog/feeds.ts'
export { seedHouse } from './blog/house-service.ts'
export { knownArticles } from './blog/known-service.ts'
export { feedPath } from './blog/structured-data.ts'
export { colorsBySlug } from './marketplace/queries.ts'
export { seedHouseAgents } from './marketplace/seed-service.ts'
export { createAgentImages } from './pictures/agent-images.ts'
export { createArticleImages, type KnownArticles } from './pictures/article-images.ts'
export { securityPolicy, securityPolicyPath, securityText, securityTextPath } from './site/security-text.ts'
export { createShareImages } from './site/share-images.ts'
export { llmsText, robots, sitemap } from './site/sitemap.ts'

/** What a server does first when it is the only one on its database and nobody can be calling yet. */
export const settle = [rewindSeats]

/** What happens to restored data before anybody can use it: sessions that were copied end, and what was under way to open one. */
export const onRestored = [endEverySession, forgetUnderWay]

/** The mails, one job each. A server that can send none leaves them alone, so that they wait with all their attempts. */
export const mailJobs = [welcomeMail, linkMail, friendMail, betaInvitationMail, accountMail]

/** For servers whose endpoint makes embeddings; others leave these jobs to them. */
export const embeddingJobs = [embedNotes]

/** Whatever else happens later, one line a job. */
export const otherJobs = [surveyMirror, factorRecoveryNotice]

/** Every job: a server has a queue for each, also for those that only others run. */
export const allJobs = [...mailJobs, ...otherJobs, ...embeddingJobs]

/** Signing in and out: better-auth's calls, under /api/auth. */
export const authFor = (world: World, keys: ProviderKeys) => createAuth(world, { keys, onConfirmed: [claimEntry] })

export { accountCalls, callName } from './auth/call-service.ts'
export { type ProviderKeys, providersOf } from './auth/provider-gateway.ts'
export { carriesCredentials, signed, viewerOf } from './auth/session-service.ts'
export { ticketPurposes } from './shell/tickets.ts'
export { mirrorMissing } from './survey/jobs.ts'
export { unsubscribePath } from './waitlist/rules.ts'

/** What a running server does by itself from time to time, one line a feature. */
export const upkeep = [...waitlistUpkeep, ...authUpkeep, ...chatUpkeep, ...marketplaceUpkeep]

export * as authOperator from './auth/operator-service.ts'
export { planIds } from './billing/rules.ts'
/** What the operator's other command line does (scripts/account.ts). */
export * as billingOperator from './billing/service.ts'
export const eraseAccount = (db: Db, userId: string) => erasePerson(db, userId, onErased)
export { openBudget } from './chat/budget-service.ts'
export { openDesk } from './chat/desk-service.ts'
/** What the operator's command line over conversations does (scripts/chat.ts). */
export { feedbackByNote } from './chat/feedback-queries.ts'
export type { Message, SendAnswer, StreamEvent } from './chat/schema.ts'
export { chatUpkeep } from './chat/upkeep-service.ts'
/** What the operator's command line does (scripts/waitlist.ts). */
export * as waitlistOperator from './waitlist/operator-service.ts'
export * as waitlistReview from './waitlist/review-service.ts'
export * as waitlistWaves from './waitlist/wave-service.ts'
