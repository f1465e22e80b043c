import { openDatabase } from '@duo/db/connection/open.ts'
import { e2eDataDir } from './data-dir.ts'

/** Opens the database of the server under test, as an operator's tool would. */
export const openServerDatabase = () => openDatabase({ dataDir: e2eDataDir, databaseUrl: undefined, applicationName: 'duo-e2e' })
