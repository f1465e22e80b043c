import type { Db } from '@duo/db/index.ts'
import { Router } from 'express'
import { sql } from 'kysely'

/** `/health`: the process lives. `/ready`: it can serve now (database reachable, not closing). */
export function health(db: Db, isClosing: () => boolean): Router {
  const router = Router()
  router.get('/health', (_req, res) => void res.json({ status: 'ok' }))
  router.get('/ready', async (_req, res) => {
    if (isClosing()) return void res.status(503).json({ status: 'closing' })
    try {
      await sql`select 1`.execute(db)
      res.json({ status: 'ready' })
    } catch {
      // for whatever reason: a changed password or a name that is gone serves nobody either
      res.status(503).set('Retry-After', '5').json({ status: 'database away' })
    }
  })
  return router
}
