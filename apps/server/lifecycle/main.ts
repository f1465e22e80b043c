// Imports no package, because the environment must be complete before anything reads it (env-file.ts).
import { loadEnvFile } from '../config/env-file.ts'

try {
  loadEnvFile()
} catch (error) {
  console.error(`Duo cannot start: .env cannot be read: ${error instanceof Error ? error.message : error}`)
  process.exit(1)
}
const { serve } = await import('./serve.ts')
await serve()
