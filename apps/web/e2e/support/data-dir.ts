import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * The site under test: one server, or nginx in front of two servers on one Postgres, with or without PgBouncer between
 * (`npm run test:two-servers`).
 */
export const e2eSite = siteNamed(process.env.E2E_SITE || 'one-server')

/** npm test runs two of these at once on more than two processors. */
const usualPorts = { 'one-server': 4310, 'two-servers': 4320, pooled: 4330 }

/** Port of the end-to-end server. */
export const e2ePort = Number(process.env.E2E_PORT ?? usualPorts[e2eSite])

function siteNamed(name: string) {
  const siteName = (['one-server', 'two-servers', 'pooled'] as const).find((site) => site === name)
  if (!siteName) throw new Error(`E2E_SITE is one-server, two-servers or pooled, not ${name}`)
  return siteName
}

/** File to which the end-to-end servers behind nginx write a server's own address. */
export const e2eOwnAddressFile = () => join(e2eDataDir, 'own-address')

/** Data folder of the end-to-end server, outside the project so that any user the launcher picks can reach it. */
export const e2eDataDir = join(tmpdir(), `duo-e2e-${e2ePort}`)
