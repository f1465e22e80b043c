import type { Api } from '../pages/page-context.ts'

/** Loaded on the first call: the first page's data comes with its HTML. */
export const browserApi: Api = async () => (await import('./trpc.ts')).client
