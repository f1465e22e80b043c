import { resolve } from 'node:path'

/** Resolves a path against the caller's folder: npm runs scripts in the repository's root and sets INIT_CWD. */
export const typedPath = (path: string) => resolve(process.env.INIT_CWD || '.', path)
