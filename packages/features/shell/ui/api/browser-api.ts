import { loadPart } from '@duo/platform/browser/parts/missing-part.ts'
import type { Api } from '../pages/page-context.ts'

/** Loads the client on the first call, because the first page's data comes with its HTML. */
export const browserApi: Api = async () => (await loadPart(() => import('./trpc.ts'))).client
