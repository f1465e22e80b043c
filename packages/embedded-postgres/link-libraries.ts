// Runs in npm run build: install scripts are off, and servers under systemd or in containers cannot write to node_modules.
import { findBinaries } from './binaries.ts'
import { errorCode, errorMessage } from './errors.ts'

try {
  await findBinaries()
} catch (error) {
  if (!['EMBEDDED_UNSUPPORTED', 'EMBEDDED_NOT_INSTALLED'].includes(errorCode(error))) throw error
  process.stdout.write(`${errorMessage(error)}\n`)
}
