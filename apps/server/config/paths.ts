import { resolve } from 'node:path'

/** The repository's root: as far above the source (apps/server/config) as above the bundle (apps/server/dist). */
export const root = resolve(import.meta.dirname, '../../..')

export const webRoot = resolve(root, 'apps/web')
