import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isConnectionError, isLockError } from '@duo/db/errors.ts'
import type { Env } from '../config/env.ts'
import { root } from '../config/paths.ts'
import { giveUp } from '../lifecycle/process.ts'
import type { Host, start } from '../lifecycle/start.ts'
import { compareMigrations, describeEdited } from './migrations.ts'
import type { handleRequests } from './requests.ts'

type Start = typeof start

interface ReplacementOptions {
  env: Env
  requests: ReturnType<typeof handleRequests>
  host: Host
  /** Loads our server code as it is now. Rejects when it has an error. */
  load: () => Promise<Start>
  /** Called with whether the newest code runs. */
  onSettled: (isNewest: boolean) => void
}

/** How long edits that come together are waited for, ms: an editor saves several files, git changes many. */
const settleTime = 30
/** How often we check whether what stopped the newest code is gone, ms: an edited migration was undone, the database is back. */
const pollIntervalMs = 1_000

/**
 * Runs the app, and the next one in its place when `run` is called. The last good app stays where the new code cannot be loaded or
 * started, or where an applied migration was edited; the reason is printed.
 */
export function createReplacement({ env, requests, host, load, onSettled }: ReplacementOptions) {
  const databaseUrl = env.DATABASE_URL ?? host.embeddedUrl ?? ''
  const compare = () => compareMigrations(databaseUrl, resolve(root, 'db/migrations'))
  let current: Awaited<ReturnType<Start>> | undefined
  let good: Start | undefined
  let isStale = false
  let isClosed = false
  let running: Promise<void> | undefined
  let asking: NodeJS.Timeout | undefined
  /** The reason that was printed last, while nothing runs. */
  let said: string | null = null

  async function begin(start: Start) {
    // nothing in front of us has to notice that we close
    current = await start({ ...env, DRAIN_SECONDS: 0 }, giveUp, host)
    good = start
  }

  async function end() {
    const ended = current
    current = undefined
    await ended?.close()
  }

  /** Resolves with the reason why the newest code does not run; null when it does. */
  async function replace(): Promise<string | null> {
    clearTimeout(asking)
    try {
      const migrations = await compare()
      if (migrations.edited.length > 0) {
        if (current) asking = setTimeout(askAgain, pollIntervalMs).unref()
        return describeEdited(migrations, env.DATABASE_URL !== undefined)
      }
      const next = await load()
      await end()
      await begin(next)
      await compare() // remembers what the start applied
      return null
    } catch (error) {
      if (!current && good) await begin(good).catch(() => {}) // there is one reason to tell, the newest code's
      // an edit must not be lost because the database was slow just then; a fault in the code itself waits for the next edit
      if (current && (isConnectionError(error) || isLockError(error))) asking = setTimeout(run, pollIntervalMs).unref()
      return errorMessage(error)
    }
  }

  async function askAgain() {
    const { edited } = await compare().catch(() => ({ edited: ['unknown'] }))
    if (isClosed) return
    if (edited.length === 0) return run()
    asking = setTimeout(askAgain, pollIntervalMs).unref()
  }

  async function untilCurrent() {
    let reason: string | null = null
    while (isStale && !isClosed) {
      await sleep(settleTime)
      isStale = false
      reason = await replace()
    }
    if (reason !== null && reason !== said) console.error(`\n${reason}\n${current ? 'The last good code goes on.\n' : ''}`)
    said = current ? '' : reason
    requests.set(current ? { app: current.app } : { reason: reason ?? 'it is closing' })
    running = undefined
    if (!current && !isClosed) asking = setTimeout(run, pollIntervalMs).unref()
    onSettled(reason === null)
  }

  function run(): Promise<void> {
    isStale = true
    requests.hold()
    running ??= untilCurrent()
    return running
  }

  return {
    /** Loads and starts the code as it is now. Never rejects. */
    run,
    close: async () => {
      isClosed = true
      clearTimeout(asking)
      await running
      await end()
    },
  }
}

/** What the error itself says, with the place in our code where it has one. */
function errorMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const frame = error.stack?.split('\n').find((line) => line.includes(root) && !line.includes('node_modules'))
  return frame ? `${error.message}\n${frame}` : error.message
}
