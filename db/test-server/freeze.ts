import { Client } from 'pg'
import { openCluster } from '../embedded/cluster.ts'
import { findEmbedded } from '../embedded/embedded.ts'
import { findPostmaster } from '../embedded/postmaster.ts'
import { errorCode } from '../errors.ts'

/**
 * Stops every process of an embedded server with SIGSTOP, as a machine or a disk that hangs does: connections stay open and nothing
 * responds. Resolves to a function that lets the server go on. Call it in any case: a server that is stopped cannot be ended.
 */
export async function freezeEmbedded(dataDir: string): Promise<() => void> {
  const url = findEmbedded(dataDir)
  const postmaster = findPostmaster(openCluster(dataDir).pgData)
  if (url === null || postmaster === null) throw new Error(`no server runs on ${dataDir}`)
  const client = new Client({ connectionString: url, application_name: 'duo-test-freeze' })
  client.on('error', () => {})
  await client.connect()
  // first the one that starts others, so that the list is whole
  process.kill(postmaster.pid, 'SIGSTOP')
  const { rows } = await client.query<{ pid: number }>('select pid from pg_stat_activity where pid <> pg_backend_pid()')
  await client.end()
  const pids = [postmaster.pid, ...rows.map(({ pid }) => pid)]
  for (const pid of pids) signal(pid, 'SIGSTOP')
  return () => {
    for (const pid of pids) signal(pid, 'SIGCONT')
  }
}

/** A process that has ended meanwhile needs no signal. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if (errorCode(error) !== 'ESRCH') throw error
  }
}
