import type { Upkeep } from '@duo/platform/server/upkeep.ts'
import { embedMissing } from './jobs.ts'

/** What a running server does for the marketplace by itself. Several servers may do it at once. */
export const marketplaceUpkeep: readonly Upkeep[] = [{ name: 'marketplace.embed_missing', every: 30_000, run: embedMissing }]
