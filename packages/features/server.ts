import type { Db } from '@duo/db/index.ts'
import { type ProcedureMeta, router } from '@duo/platform/server/trpc.ts'
import type { AnyProcedure, AnyRouter } from '@trpc/server'
import { features } from './features.ts'
import type { AccountHooks, Feature } from './shell/server/feature.ts'

type Features = typeof features
type Routers = {
  [Name in keyof Features as Features[Name] extends { router: AnyRouter } ? Name : never]: RouterOf<Features[Name]>
}
type RouterOf<Definition> = Definition extends { router: infer Router } ? Router : never

const all: [name: string, feature: Feature][] = Object.entries(features)

export const appRouter = router(
  Object.fromEntries(all.flatMap(([name, feature]) => (feature.router ? [[name, feature.router]] : []))) as Routers,
)
export type AppRouter = typeof appRouter

/** All procedures by path, such as `waitlist.join`. tRPC flattens the record, but its type stays nested. */
export const procedures = appRouter._def.procedures as unknown as Readonly<
  Record<string, AnyProcedure & { _def: { meta?: ProcedureMeta } }>
>

export const publicProcedures = all.flatMap(([name, feature]) => (feature.publicProcedures ?? []).map((own) => `${name}.${own}`))

/** Changes when an article or an agent changes. */
export async function contentVersion(db: Db): Promise<string> {
  const versions = await Promise.all(all.flatMap(([, feature]) => feature.contentVersion?.(db) ?? []))
  return versions.map(({ version }) => version).join('.')
}

/** The entries of one list of all features, with their exact types. */
function listOf<Key extends ListKey>(key: Key) {
  return all.flatMap(([, feature]): readonly unknown[] => feature[key] ?? []) as ItemOf<Features[keyof Features], Key>[]
}
type ListKey =
  | 'pages'
  | 'mailJobs'
  | 'embeddingJobs'
  | 'jobs'
  | 'maintenance'
  | 'onStart'
  | 'onRestored'
  | 'onErased'
  | 'onEmailVerified'
type ItemOf<Definition, Key extends ListKey> = Definition extends Record<Key, readonly (infer Item)[]> ? Item : never

export const publicPages = listOf('pages')
export const mailJobs = listOf('mailJobs')
export const embeddingJobs = listOf('embeddingJobs')
export const otherJobs = listOf('jobs')
/** Every server creates all queues, also those that only others process. */
export const allJobs = [...mailJobs, ...otherJobs, ...embeddingJobs]
export const maintenanceTasks = listOf('maintenance')
export const startupTasks = listOf('onStart')
export const onRestored = listOf('onRestored')
export const accountHooks: AccountHooks = {
  exporters: Object.fromEntries(all.flatMap(([, feature]) => Object.entries(feature.exporters ?? {}))),
  onErased: listOf('onErased'),
  onEmailVerified: listOf('onEmailVerified'),
}
