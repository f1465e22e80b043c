import { isConnectionError } from '@duo/db/errors.ts'
import type { AppContext } from '@duo/platform/server/trpc.ts'
import { type Request, type Response, Router } from 'express'
import { sql } from 'kysely'

interface Probed extends Pick<AppContext, 'db' | 'log'> {
  isClosing: () => boolean
  /** Renders the home page; resolves with its status. */
  renderHome: (req: Request, res: Response) => Promise<number>
}

/**
 * `/health`: the process lives. `/ready`: it can serve now (database reachable, not closing, the home page has rendered once). One
 * page is proof enough: what keeps every page from rendering, such as a broken build, does not come and go.
 */
export function health({ db, log, isClosing, renderHome }: Probed): Router {
  const proveRendering = onceItSucceeds(async (req: Request, res: Response) => {
    const status = await renderHome(req, res)
    if (status >= 500) throw new Error(`status ${status}; the line "page failed" above says why`)
  })
  const router = Router()
  router.get('/health', (_req, res) => void res.json({ status: 'ok' }))
  router.get('/ready', async (req, res) => {
    const notReady = (status: string) => void res.status(503).set('Retry-After', '5').json({ status })
    if (isClosing()) return void res.status(503).json({ status: 'closing' })
    try {
      await sql`select 1`.execute(db)
    } catch (err) {
      // for whatever reason: a changed password or a name that is gone serves nobody either, but nobody would guess it
      if (!isConnectionError(err)) log.warn({ err }, 'the database refuses us')
      return notReady('database away')
    }
    try {
      await proveRendering(req, res)
    } catch (err) {
      log.error({ err }, 'not ready: the home page does not render')
      return notReady('pages fail')
    }
    res.json({ status: 'ready' })
  })
  return router
}

/** Calls at the same time share one attempt; after a success nothing is attempted again. */
function onceItSucceeds<Args extends unknown[]>(attempt: (...args: Args) => Promise<void>): (...args: Args) => Promise<void> {
  let last: Promise<void> | undefined
  return (...args) => {
    last ??= attempt(...args).catch((error: unknown) => {
      last = undefined
      throw error
    })
    return last
  }
}
