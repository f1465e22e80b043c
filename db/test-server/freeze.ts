import { openCluster } from '@duo/embedded-postgres/data-folder/cluster.ts'
import { findEmbedded } from '@duo/embedded-postgres/embedded.ts'
import { findPostmaster } from '@duo/embedded-postgres/postmaster.ts'
import { withClient } from '../connection/with-client.ts'
import { errorCode } from '../errors.ts'

/** Stops all processes, like a hung machine. Always call the returned function: a stopped server cannot be shut down. */
export async function freezeEmbedded(dataDir: string): Promise<() => void> {
  const url = findEmbedded(dataDir)
  const postmaster = findPostmaster(openCluster(dataDir).pgData)
  if (url === null || postmaster === null) throw new Error(`no server runs on ${dataDir}`)
  const { rows } = await withClient(url, 'duo-test-freeze', (client) => {
    process.kill(postmaster.pid, 'SIGSTOP') // the postmaster first, so that it starts no more processes
    return client.query<{ pid: number }>('select pid from pg_stat_activity where pid <> pg_backend_pid()')
  })
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
