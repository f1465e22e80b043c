import { readFileSync } from 'node:fs'
import type { Cluster } from '@duo/platform/testing/cluster/cluster.ts'
import type { ClusterNode } from '@duo/platform/testing/cluster/node.ts'

export interface Fault {
  name: string
  /** ms that the first new join may take: Patroni's own limits. */
  limit: number
  /** Resolves when it has happened, to what an operator does later: start a machine again, plug a cable in. */
  inject: (cluster: Cluster) => Promise<() => unknown>
  needsCut?: boolean
}

const quick = 10_000
const slow = 40_000

export const killedPrimary: Fault = {
  name: 'kill -9 of the primary',
  limit: quick,
  inject: async (cluster) => {
    const primary = await cluster.primary()
    primary.killPostgres()
    return () => {}
  },
}

export const faults: readonly Fault[] = [
  {
    name: 'switchover by command',
    limit: quick,
    inject: async (cluster) => {
      await cluster.control('switchover', '--force')
      return () => {}
    },
  },
  {
    name: 'kill -9 of the primary’s whole node',
    limit: slow,
    inject: async (cluster) => {
      const primary = await cluster.primary()
      await primary.killAll()
      return () => primary.start()
    },
  },
  {
    name: 'the primary cut off from all',
    limit: slow,
    needsCut: true,
    inject: async (cluster) => {
      const primary = await cluster.primary()
      cluster.network.setCut?.(primary, true)
      return () => cluster.network.setCut?.(primary, false)
    },
  },
  {
    name: 'kill -9 of etcd’s leader',
    limit: slow,
    inject: async ({ nodes }) => {
      const leader = await etcdLeader(nodes)
      await leader.killEtcd()
      return () => leader.start()
    },
  },
  {
    name: 'the standby in step frozen',
    limit: slow,
    inject: async (cluster) => {
      const standby = await cluster.nodeAs('sync_standby')
      if (!standby) throw new Error('no standby is in step')
      return freeze(standby)
    },
  },
  {
    name: 'the standby in step frozen, then kill -9 of the primary',
    limit: slow,
    inject: async (cluster) => {
      const standby = await cluster.nodeAs('sync_standby')
      if (!standby) throw new Error('no standby is in step')
      const thaw = freeze(standby)
      while ((await cluster.nodeAs('sync_standby'))?.name === standby.name) await new Promise((done) => setTimeout(done, 100))
      const primary = await cluster.primary()
      primary.killPostgres()
      return thaw
    },
  },
]

/** Stops Postgres of a node for now, as a disk that hangs does: it answers nothing and follows nothing. */
function freeze(node: ClusterNode): () => void {
  const { postgres } = node.pids()
  if (!postgres) throw new Error(`Postgres of ${node.name} does not run`)
  const children = readFileSync(`/proc/${postgres}/task/${postgres}/children`, 'utf8').trim().split(' ').map(Number)
  const signal = (name: NodeJS.Signals) => {
    for (const pid of [postgres, ...children])
      try {
        process.kill(pid, name)
      } catch {
        // a session that ended meanwhile
      }
  }
  signal('SIGSTOP')
  return () => signal('SIGCONT')
}

async function etcdLeader(nodes: ClusterNode[]): Promise<ClusterNode> {
  for (const node of nodes) {
    const response = await fetch(`http://${node.address}:2379/v2/stats/self`)
    const { state } = (await response.json()) as { state: string }
    if (state === 'StateLeader') return node
  }
  throw new Error('etcd has no leader')
}
