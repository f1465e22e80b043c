import type { Db } from '@duo/db/index.ts'
import { mergeRouters, type ProcedureMeta, router } from '@duo/platform/server/trpc.ts'
import type { AnyProcedure, AnyRouter } from '@trpc/server'
import { features } from './features.ts'
import type { AccountHooks, Feature } from './shell/server/feature.ts'

type Features = typeof features
type NamespaceOf<Name extends keyof Features> = Features[Name] extends { namespace: infer Namespace extends string }
  ? Namespace
  : Name
/** Several features share the name `auth`: a union of their procedures, which `Merged` turns into one record. */
type Procedures = {
  [Name in keyof Features as Features[Name] extends { router: AnyRouter } ? NamespaceOf<Name> : never]: RecordOf<Features[Name]>
}
type RecordOf<Definition> = Definition extends { router: { _def: { record: infer Procedures } } } ? Procedures : never
type Merged<Union> = (Union extends unknown ? (parts: Union) => void : never) extends (parts: infer All) => void ? All : never
type Namespaces = { [Name in keyof Procedures]: Merged<Procedures[Name]> }

const all: [name: string, feature: Feature][] = Object.entries(features)

const routers = all.flatMap(([name, { router, namespace = name }]) => (router ? [{ namespace, router }] : []))

/** Throws when two features name a procedure alike. */
function proceduresByNamespace(): Namespaces {
  const routersOf = (name: string) => routers.flatMap(({ namespace, router }) => (namespace === name ? [router] : []))
  const names = new Set(routers.map(({ namespace }) => namespace))
  const records = [...names].map((name): [string, AnyRouter['_def']['record']] => [
    name,
    mergeRouters(...routersOf(name))._def.record,
  ])
  return Object.fromEntries(records) as Namespaces
}

export const appRouter = router(proceduresByNamespace())
export type AppRouter = typeof appRouter

/** All procedures by path, such as `waitlist.join`. tRPC flattens the record, but its type stays nested. */
export const procedures = appRouter._def.procedures as unknown as Readonly<
  Record<string, AnyProcedure & { _def: { meta?: ProcedureMeta } }>
>

export const publicProcedures = all.flatMap(([name, { namespace = name, publicProcedures = [] }]) =>
  publicProcedures.map((own) => `${namespace}.${own}`),
)

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
  secondFactor: features.secondFactor.secondFactor,
  accountMails: features.secondFactor.accountMails,
}
