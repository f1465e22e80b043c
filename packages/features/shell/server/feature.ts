import type { Db } from '@duo/db/index.ts'
import type { AnyJob } from '@duo/platform/server/jobs/job.ts'
import type { MaintenanceTask } from '@duo/platform/server/maintenance.ts'
import type { AppContext } from '@duo/platform/server/trpc.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import type { AnyRouter } from '@trpc/server'
import type { PublicPage } from '../public-page.ts'

/** What the features do with the data that they store about accounts. */
export interface AccountHooks {
  /** By section of the account's export (auth.download). */
  exporters: Record<string, (context: Pick<AppContext, 'db' | 'publicUrl'>, userId: string) => Promise<unknown>>
  /** Delete a feature's data in the transaction that deletes the account. */
  onErased: readonly ((db: Db, userId: string) => Promise<unknown>)[]
  /** Claim data stored under a verified e-mail, in the same transaction. Return the language chosen there, or null. */
  onEmailVerified: readonly ((db: Db, user: { id: string; email: string }) => Promise<{ language: Locale } | null>)[]
}

/** What a feature adds to the server. `<feature>/feature.ts` defines it, and features.ts lists it. */
export interface Feature extends Partial<AccountHooks> {
  /** Its procedures are called `<feature>.<name>`, or `<namespace>.<name>`. */
  router?: AnyRouter
  /** Another feature, to whose procedures this one adds its own. */
  namespace?: string
  /** In the sitemap, llms.txt and share images. */
  pages?: readonly PublicPage[]
  /** Names of procedures whose result is the same for every caller until `contentVersion` changes. */
  publicProcedures?: readonly string[]
  /** Changes with the content of public pages and procedures; invalidates cached pages. */
  contentVersion?: (db: Db) => Promise<{ version: number }>
  /** Run only by servers that can send e-mail, so that these jobs keep their attempts elsewhere. */
  mailJobs?: readonly AnyJob<never>[]
  /** Run only by servers whose endpoint supports embeddings. */
  embeddingJobs?: readonly AnyJob<never>[]
  jobs?: readonly AnyJob<never>[]
  maintenance?: readonly MaintenanceTask[]
  /** Run on start with the embedded database, before any call: no other server uses it. */
  onStart?: readonly ((db: Db) => Promise<unknown>)[]
  /** Run after a restore, before the data is used. */
  onRestored?: readonly ((db: Db) => Promise<unknown>)[]
}

/** Checks a feature and keeps its exact type, which types the router and the jobs' dependencies. */
export const defineFeature = <const Definition extends Feature>(feature: Definition) => feature
