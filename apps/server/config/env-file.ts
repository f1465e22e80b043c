import { resolve } from 'node:path'
import { root } from './paths.ts'

/**
 * Loads `.env` of the repository's root into the environment, where there is one; variables that are already set win. Sets NODE_ENV to
 * production where neither says it: React picks its build by the variable itself when it is first imported, so nothing that imports
 * anything else may run before. Throws when the file cannot be read.
 */
export function loadEnvFile(): void {
  try {
    process.loadEnvFile(resolve(root, '.env'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  process.env.NODE_ENV ||= 'production'
}
