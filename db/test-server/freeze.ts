import { openCluster } from '@duo/embedded-postgres/data-folder/cluster.ts'
import { findEmbedded } from '@duo/embedded-postgres/embedded.ts'
import { findPostmaster } from '@duo/embedded-postgres/postmaster.ts'
import { Client } from 'pg'
import { errorCode } from '../errors.ts'

/** Stops all processes, like a hung machine. Always call the returned function: a stopped server cannot be shut down. */
export async function freezeEmbedded(dataDir: string): Promise<() => void> {
  const url = findEmbedded(dataDir)
  const postmaster = findPostmaster(openCluster(dataDir).pgData)
  if (url === null || postmaster === null) throw new Error(`no server runs on ${dataDir}`)
  const client = new Client({ connectionString: url, application_name: 'duo-test-freeze' })
  client.on('error', () => {})
  await client.connect()
  process.kill(postmaster.pid, 'SIGSTOP') // the postmaster first, so that it starts no more processes
  const { rows } = await client.query<{ pid: number }>('select pid from pg_stat_activity where pid <> pg_backend_pid()')
  await client.end()
  const pids = [postmaster.pid, ...rows.map(({ pid }) => pid)]
  for (const pid of pids) signal(pid, 'SIGSTOP')
  return () => {
    for (const pid of pids) signal(pid, 'SIGCONT')
  }
}

/** Ignores ESRCH: the process has ended. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if (errorCode(error) !== 'ESRCH') throw error
  }
}
