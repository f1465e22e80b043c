import { isConnectionError } from '@duo/db/errors.ts'
import type { AppContext } from '@duo/platform/server/trpc.ts'
import { type Request, type Response, Router } from 'express'
import { sql } from 'kysely'
import { isDirectFromThisMachine } from './headers.ts'
import type { ForwardedForWatch } from './visitor/client-address.ts'

interface Probed extends Pick<AppContext, 'db' | 'log'> {
  isClosing: () => boolean
  renderHome: (req: Request, res: Response) => Promise<number>
  forwardedFor: Pick<ForwardedForWatch, 'recent'>
  isDatabaseFull: () => boolean
}

/** `/health`: alive. `/ready`: the database is reachable and takes writes, we are not closing, and the home page has rendered once. */
export function health({ db, log, isClosing, renderHome, forwardedFor, isDatabaseFull }: Probed): Router {
  const proveRendering = onceItSucceeds(async (req: Request, res: Response) => {
    const status = await renderHome(req, res)
    if (status >= 500) throw new Error(`status ${status}; see the log line "page failed" above`)
  })
  const router = Router()
  router.get('/health', (_req, res) => void res.json({ status: 'ok' }))
  router.get('/ready', async (req, res) => {
    const notReady = (status: string) => void res.status(503).set('Retry-After', '5').json({ status })
    if (isClosing()) return void res.status(503).json({ status: 'closing' })
    try {
      if (await isReadOnly(db)) return notReady('database read-only')
    } catch (err) {
      if (!isConnectionError(err)) log.warn({ err }, 'the database rejects our connection')
      return notReady('database away')
    }
    if (isDatabaseFull()) return notReady('database full')
    try {
      await proveRendering(req, res)
    } catch (err) {
      log.error({ err }, 'not ready: the home page does not render')
      return notReady('pages fail')
    }
    // for the operator's doctor, which asks on this machine
    if (!isDirectFromThisMachine(req)) return void res.json({ status: 'ready' })
    const form = forwardedFor.recent()
    res.json({ status: 'ready', ...(form !== null && { forwardedFor: form }) })
  })
  return router
}

/** A standby, and a server with `default_transaction_read_only`. */
async function isReadOnly(db: AppContext['db']): Promise<boolean> {
  const { rows } = await sql<{ answer: string }>`select current_setting('transaction_read_only') as answer`.execute(db)
  return rows[0]?.answer === 'on'
}

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
