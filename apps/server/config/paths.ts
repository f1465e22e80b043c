import { basename, resolve } from 'node:path'

/** The repository's root, from the source (apps/server) as well as from the bundle (apps/server/dist). */
export const root = resolve(import.meta.dirname, basename(import.meta.dirname) === 'dist' ? '../../..' : '../../..')

export const webRoot = resolve(root, 'apps/web')
