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
  load: () => Promise<Start>
  onSettled: (isNewest: boolean) => void
}

const settleTime = 30
/** Interval, ms, for retrying while the new code is blocked by an edited migration or an unreachable database. */
const pollIntervalMs = 1_000

/** Replaces the app on `run`. Keeps the last working one if the new code fails or an applied migration was edited. */
export function createReplacement({ env, requests, host, load, onSettled }: ReplacementOptions) {
  const databaseUrl = env.DATABASE_URL ?? host.embeddedUrl ?? ''
  const compare = () => compareMigrations(databaseUrl, resolve(root, 'db/migrations'))
  let current: Awaited<ReturnType<Start>> | undefined
  let good: Start | undefined
  let isStale = false
  let isClosed = false
  let running: Promise<void> | undefined
  let retryTimer: NodeJS.Timeout | undefined
  let lastMessage: string | null = null

  async function begin(start: Start) {
    current = await start({ ...env, DRAIN_SECONDS: 0 }, giveUp, host)
    good = start
  }

  async function end() {
    const ended = current
    current = undefined
    await ended?.close()
  }

  async function replace(): Promise<string | null> {
    clearTimeout(retryTimer)
    try {
      const migrations = await compare()
      if (migrations.edited.length > 0) {
        if (current) retryTimer = setTimeout(checkMigrationsAgain, pollIntervalMs).unref()
        return describeEdited(migrations, env.DATABASE_URL !== undefined)
      }
      const next = await load()
      // a slow machine may not close a part of the old app in time, which must not lose the edit
      await end().catch((error: unknown) => console.error(errorMessage(error)))
      await begin(next)
      await compare()
      return null
    } catch (error) {
      if (!current && good) await begin(good).catch(() => {})
      // retry if the database was slow, so that the edit is not lost; a code error waits for the next edit
      if (current && (isConnectionError(error) || isLockError(error))) retryTimer = setTimeout(run, pollIntervalMs).unref()
      return errorMessage(error)
    }
  }

  async function checkMigrationsAgain() {
    const { edited } = await compare().catch(() => ({ edited: ['unknown'] }))
    if (isClosed) return
    if (edited.length === 0) return run()
    retryTimer = setTimeout(checkMigrationsAgain, pollIntervalMs).unref()
  }

  async function untilCurrent() {
    let reason: string | null = null
    while (isStale && !isClosed) {
      await sleep(settleTime)
      isStale = false
      reason = await replace()
    }
    if (reason !== null && reason !== lastMessage)
      console.error(`\n${reason}\n${current ? 'The last working version keeps running.\n' : ''}`)
    lastMessage = current ? '' : reason
    requests.set(current ? { app: current.app } : { reason: reason ?? 'it is closing' })
    running = undefined
    if (!current && !isClosed) retryTimer = setTimeout(run, pollIntervalMs).unref()
    onSettled(reason === null)
  }

  function run(): Promise<void> {
    isStale = true
    requests.hold()
    running ??= untilCurrent()
    return running
  }

  return {
    run,
    close: async () => {
      isClosed = true
      clearTimeout(retryTimer)
      await running
      await end()
    },
  }
}

function errorMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const frame = error.stack?.split('\n').find((line) => line.includes(root) && !line.includes('node_modules'))
  return frame ? `${error.message}\n${frame}` : error.message
}
