import { resolve } from 'node:path'

/** A path as it was typed: npm runs scripts in the repository's root, and says in INIT_CWD where it was called itself. */
export const typedPath = (path: string) => resolve(process.env.INIT_CWD || '.', path)
