import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { openCluster } from '@duo/embedded-postgres/data-folder/cluster.ts'
import { findPostmaster } from '@duo/embedded-postgres/postmaster.ts'
import { Client } from 'pg'

export const postgresFaults = ['fast', 'immediate', 'kill postmaster', 'kill backend', 'frozen'] as const
export type PostgresFault = (typeof postgresFaults)[number]

const frozenMs = 20_000

/** Resolves when the fault is injected, not when Postgres is back. */
export async function injectFault(dataDir: string, url: string, fault: PostgresFault): Promise<void> {
  const pid = postmasterPid(dataDir)
  switch (fault) {
    case 'fast':
      return endProcess(pid, 'SIGINT')
    case 'immediate':
      return endProcess(pid, 'SIGQUIT')
    case 'kill postmaster':
      return endProcess(pid, 'SIGKILL')
    case 'kill backend':
      process.kill(await serverBackend(url), 'SIGKILL')
      return
    case 'frozen': {
      const thaw = freezePostgres(dataDir)
      await sleep(frozenMs)
      thaw()
    }
  }
}

export function freezePostgres(dataDir: string): () => void {
  const pid = postmasterPid(dataDir)
  const all = [pid, ...childrenOf(pid)]
  for (const each of all) process.kill(each, 'SIGSTOP')
  return () => {
    for (const each of all) process.kill(each, 'SIGCONT')
  }
}

export async function waitUntilReachable(url: string): Promise<void> {
  for (;;) {
    try {
      return await withClient(url, async (client) => void (await client.query('select 1')))
    } catch {
      await sleep(50)
    }
  }
}

/** Sends a signal instead of using pg_ctl, which would wait for the restarted Postgres to end. */
async function endProcess(pid: number, signal: NodeJS.Signals): Promise<void> {
  process.kill(pid, signal)
  while (isAlive(pid)) await sleep(10)
}

function isAlive(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8') !== ''
  } catch {
    return false
  }
}

function postmasterPid(dataDir: string): number {
  const pid = findPostmaster(openCluster(dataDir).pgData)?.pid
  if (!pid) throw new Error(`no Postgres is running in ${dataDir}`)
  return pid
}

const childrenOf = (pid: number) => readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number)

function serverBackend(url: string): Promise<number> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ pid: number }>(
      `select pid from pg_stat_activity
       where datname = current_database() and application_name in ('duo-server', 'duo-jobs') order by query_start desc limit 1`,
    )
    if (!rows[0]) throw new Error('the server under test has no connection')
    return rows[0].pid
  })
}

async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 1_000, application_name: 'duo-faults' })
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}
