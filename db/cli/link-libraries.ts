// Part of npm run build: makes the links between the embedded Postgres' libraries while their folder can be written. A server under
// systemd or in a container cannot write there, and the package's own install script does not run (allowScripts).
import { findBinaries } from '../embedded/binaries.ts'
import { errorCode, errorMessage } from '../errors.ts'

try {
  await findBinaries()
} catch (error) {
  // a machine without an embedded Postgres has one elsewhere
  if (!['EMBEDDED_UNSUPPORTED', 'EMBEDDED_NOT_INSTALLED'].includes(errorCode(error))) throw error
  console.log(errorMessage(error))
}
