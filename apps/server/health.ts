import { isDatabaseAway } from '@duo/db/errors.ts'
import type { World } from '@duo/platform/server/trpc.ts'
import { Router } from 'express'
import { sql } from 'kysely'

/** `/health`: the process lives. `/ready`: it can serve now (database reachable, not closing). */
export function health({ db, log }: Pick<World, 'db' | 'log'>, isClosing: () => boolean): Router {
  const router = Router()
  router.get('/health', (_req, res) => void res.json({ status: 'ok' }))
  router.get('/ready', async (_req, res) => {
    if (isClosing()) return void res.status(503).json({ status: 'closing' })
    try {
      await sql`select 1`.execute(db)
      res.json({ status: 'ready' })
    } catch (err) {
      // for whatever reason: a changed password or a name that is gone serves nobody either, but nobody would guess it
      if (!isDatabaseAway(err)) log.warn({ err }, 'the database refuses us')
      res.status(503).set('Retry-After', '5').json({ status: 'database away' })
    }
  })
  return router
}
