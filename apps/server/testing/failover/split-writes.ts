import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Cluster } from '@duo/platform/testing/cluster/cluster.ts'
import type { ClusterNode } from '@duo/platform/testing/cluster/node.ts'
import { Client } from 'pg'

const psql = '/usr/bin/psql'
const systemPath = '/usr/sbin:/usr/bin:/sbin:/bin'

/** A table that only this test writes, at one node and not through haproxy. */
export async function prepareSplitWrites(adminUrl: string): Promise<void> {
  const client = new Client({ connectionString: adminUrl })
  await client.connect()
  await client.query('create table if not exists split_write (at timestamptz not null default clock_timestamp())')
  await client.end()
}

/**
 * Writes at a node that was cut off, from inside its network, one statement after the other, as a server in the same rack would. Resolves
 * to the writes that were acknowledged once `stop` is called.
 */
export function startSplitWrites({ password }: Cluster, node: ClusterNode) {
  let isStopped = false
  let acknowledged = 0
  let refused = 0
  const address = `host=${node.address} user=postgres dbname=postgres sslmode=require connect_timeout=2`
  const write = async () => {
    const [program = '', ...words] = [...node.enter, psql, address, '-c', 'insert into split_write default values']
    const child = spawn(program, words, { stdio: 'ignore', env: { PATH: systemPath, PGPASSWORD: password, HOME: node.folder } })
    const timer = setTimeout(() => child.kill('SIGKILL'), 5_000)
    const [code] = (await once(child, 'exit')) as [number | null]
    clearTimeout(timer)
    if (code === 0) acknowledged += 1
    else refused += 1
  }
  const writing = (async () => {
    while (!isStopped) await write()
  })()
  return {
    stop: async () => {
      isStopped = true
      await writing
      return { acknowledged, refused }
    },
  }
}
