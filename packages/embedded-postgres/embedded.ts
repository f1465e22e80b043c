import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Binaries, findBinaries } from './binaries.ts'
import { type Cluster, copyAgain, openCluster, readPassword, requireComplete } from './data-folder/cluster.ts'
import { folderFaultIn } from './data-folder/folder-fault.ts'
import { createPgData } from './data-folder/initdb.ts'
import { embeddedError, errorMessage, isConnectionError, isConnectTimeout } from './errors.ts'
import { chooseIdentity } from './identity.ts'
import { launch, stopPostmaster } from './launch.ts'
import { clearForeignPidFile, findPostmaster, type Postmaster } from './postmaster.ts'
import { embeddedUrl, isLastClient, openSession, type Session } from './session.ts'

export type EmbeddedOptions = {
  dataDir: string
  /** Extra `postgres` arguments. Only used if this call starts the server. */
  flags?: readonly string[]
  log?: Log
}

export type Embedded = {
  url: string
  port: number
  pid: number
  started: boolean
  pgData: string
  /** Stops the server unless others are connected. Close your own connections first. Idempotent. */
  release: () => Promise<'stopped' | 'in-use'>
}

type Log = (line: string) => void

type Attached = { postmaster: Postmaster; password: string; session: Session }

const START_TIMEOUT_MS = 120_000 // crash recovery of a large database can take long
const MAX_FAILURES = 5
const POLL_MS = 25
/** A recovering server refuses at once. One that accepts connections and says nothing (3 s each) is stopped or its disk hangs. */
const MAX_SILENT_ATTEMPTS = 5

/** Attaches to the Postgres of a data folder, creating and starting it if needed. Safe to call concurrently. */
export async function startEmbedded({ dataDir, flags = [], log = () => {} }: EmbeddedOptions): Promise<Embedded> {
  const cluster = openCluster(dataDir)
  if (existsSync(cluster.pgData)) requireComplete(cluster)
  const running = await attach(cluster, log)
  if (running) return handle(cluster, running, false)

  const binaries = await findBinaries()
  const identity = chooseIdentity(binaries, cluster)
  if (!existsSync(cluster.pgData)) {
    log(`creating the embedded Postgres in ${cluster.pgData}`)
    await createPgData(binaries, cluster, identity)
  }
  return startOrAttach(cluster, () => launch(binaries, cluster, identity, flags), log)
}

/** A process that loses the race to start, or finds the server recovering or stopping, waits and retries. */
async function startOrAttach(cluster: Cluster, start: () => Promise<string | null>, log: Log): Promise<Embedded> {
  const failures: string[] = []
  const deadline = performance.now() + START_TIMEOUT_MS
  let started = false
  let silentAttempts = 0
  while (performance.now() < deadline && failures.length < MAX_FAILURES) {
    const attached = await attach(cluster, log, () => silentAttempts++)
    if (attached) return handle(cluster, attached, started)
    const postmaster = findPostmaster(cluster.pgData)
    if (postmaster && silentAttempts >= MAX_SILENT_ATTEMPTS) throw silentError(cluster, postmaster)
    if (postmaster) {
      await sleep(POLL_MS)
      continue
    }
    clearForeignPidFile(cluster.pgData)
    const failure = await start()
    started = failure === null
    if (failure === null || findPostmaster(cluster.pgData)) continue
    failures.push(failure)
    await sleep(100 * failures.length)
  }
  const reason = failures.at(-1) ?? 'it took too long'
  const fault = folderFaultIn(cluster.root, reason)
  if (fault) throw fault
  if (isHalfThere(reason))
    throw embeddedError('EMBEDDED_INCOMPLETE', `${cluster.pgData} is incomplete (${reason.trim()}): ${copyAgain}`)
  throw embeddedError('EMBEDDED_FAILED', `the embedded Postgres did not start: ${reason} (log: ${cluster.logFile})`)
}

const isHalfThere = (reason: string) =>
  /could not locate a valid checkpoint record|could not locate required checkpoint|could not (?:open|access|read) (?:file|directory)|subdirectory .* is missing|incorrect checksum in control file|not a valid data directory/.test(
    reason,
  )

/** Returns the URL of a data folder's running server, including the password, or null. */
export function findEmbedded(dataDir: string): string | null {
  if (!existsSync(dataDir)) return null
  const cluster = openCluster(dataDir)
  const postmaster = findPostmaster(cluster.pgData)
  return postmaster && embeddedUrl(postmaster.port, readPassword(cluster))
}

/** Stops the server of a data folder even if it is in use. Returns its process id, or null if none was running. */
export async function stopEmbedded({
  dataDir,
  mode = 'fast',
}: {
  dataDir: string
  mode?: 'fast' | 'immediate'
}): Promise<number | null> {
  if (!existsSync(dataDir)) return null
  const cluster = openCluster(dataDir)
  const postmaster = findPostmaster(cluster.pgData)
  if (!postmaster) return null
  await stop(await findBinaries(), cluster, mode)
  return postmaster.pid
}

function stop(binaries: Binaries, cluster: Cluster, mode: 'fast' | 'immediate'): Promise<void> {
  return stopPostmaster(binaries, cluster, chooseIdentity(binaries, cluster), mode)
}

const silentError = ({ pgData, logFile }: Cluster, { pid }: Postmaster) =>
  embeddedError(
    'EMBEDDED_FAILED',
    `the embedded Postgres in ${pgData} does not respond: if it was suspended, kill -CONT ${pid} resumes it; else see ${logFile}`,
  )

async function attach(cluster: Cluster, log: Log, onSilence = () => {}): Promise<Attached | null> {
  const postmaster = findPostmaster(cluster.pgData)
  if (!postmaster?.ready) return null
  const password = readPassword(cluster)
  const onLost = (error: Error) => log(`lost the embedded Postgres: ${error.message}`)
  try {
    return { postmaster, password, session: await openSession(postmaster.port, password, onLost) }
  } catch (error) {
    if (isConnectTimeout(error)) onSilence()
    if (isConnectionError(error)) return null
    const detail = error instanceof Error && 'detail' in error ? String(error.detail) : ''
    if (isHalfThere(detail))
      throw embeddedError('EMBEDDED_INCOMPLETE', `${cluster.pgData} is incomplete (${detail}): ${copyAgain}`, error)
    throw embeddedError('EMBEDDED_FAILED', `cannot use the embedded Postgres in ${cluster.pgData}: ${errorMessage(error)}`, error)
  }
}

function handle(cluster: Cluster, { postmaster, password, session }: Attached, started: boolean): Embedded {
  const { pid, port } = postmaster
  let released: Promise<'stopped' | 'in-use'> | undefined
  return {
    url: embeddedUrl(port, password),
    port,
    pid,
    started,
    pgData: cluster.pgData,
    release: () => {
      released ??= release(cluster, session)
      return released
    },
  }
}

async function release(cluster: Cluster, session: Session): Promise<'stopped' | 'in-use'> {
  session.ref()
  try {
    if (!(await isLastClient(session))) return 'in-use'
    session.removeAllListeners('error').on('error', () => {})
    await stop(await findBinaries(), cluster, 'fast')
    return 'stopped'
  } catch (error) {
    if (isConnectionError(error)) return findPostmaster(cluster.pgData) ? 'in-use' : 'stopped'
    throw error
  } finally {
    await session.end()
  }
}
