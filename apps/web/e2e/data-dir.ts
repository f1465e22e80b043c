import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Where the end-to-end server listens. */
export const e2ePort = Number(process.env.E2E_PORT ?? 4310)

/** Where the end-to-end server keeps its database; outside the project, so that any user the launcher picks can reach it. */
export const e2eDataDir = join(tmpdir(), `duo-e2e-${e2ePort}`)
