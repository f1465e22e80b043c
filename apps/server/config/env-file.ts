import { resolve } from 'node:path'
import { loadEnv } from '@duo/db/cli/load-env.ts'
import { root } from './paths.ts'

/** Loads `.env` without overriding, and defaults NODE_ENV. Call before any import: React picks its build from NODE_ENV. */
export function loadEnvFile(): void {
  try {
    loadEnv(resolve(root, '.env'), process.env)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  }
  process.env.NODE_ENV ||= 'production'
}
