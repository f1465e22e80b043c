import type { Cluster } from '@duo/platform/testing/cluster/cluster.ts'

export function help({ nodes, network }: Pick<Cluster, 'nodes' | 'network'>): string {
  return [
    'Kill what you like in another terminal (kill -9 <process>):',
    ...pids(nodes),
    '',
    'Or type here, with a, b or c for <node>:',
    '  list               who is the primary, who is in step',
    '  pids               the processes again; they change with every start',
    '  crash <node>       kill -9 of its Postgres',
    '  kill <node>        kill -9 of all its processes, as a machine that lost its power',
    '  start <node>       starts a killed node again',
    network.setCut
      ? '  cut <node>         cuts it off from the others and from the servers; mend <node> ends that'
      : '  (cut <node> needs root and the command ip: each node is then a network namespace)',
    '  switchover         hands over to the standby in step, as before an upgrade',
    'Ctrl-C ends everything and deletes the data.',
  ].join('\n')
}

const pids = (nodes: Cluster['nodes']) =>
  nodes.map((node) => {
    const { postgres, patroni, etcd } = node.pids()
    return `  ${node.name} (${node.address})  Postgres ${postgres ?? 'stopped'}, Patroni ${patroni ?? 'stopped'}, etcd ${etcd ?? 'stopped'}`
  })

/** Runs a line that the operator typed, and returns what to say about it. */
export async function runCommand(cluster: Cluster, line: string): Promise<string> {
  const [word = '', name] = line.trim().split(/\s+/)
  if (word === '') return ''
  if (word === 'list') return await cluster.control('list')
  if (word === 'pids') return pids(cluster.nodes).join('\n')
  if (word === 'switchover') return await cluster.control('switchover', '--force')
  const node = cluster.nodes.find((one) => one.name === name)
  if (!node) return help(cluster)
  const { setCut } = cluster.network
  if (word === 'crash') node.killPostgres()
  else if (word === 'kill') await node.killAll()
  else if (word === 'start') node.start()
  else if (word === 'cut' || word === 'mend') {
    if (!setCut) return 'This machine permits no network namespaces: start the cluster as root, with the package iproute2.'
    setCut(node, word === 'cut')
  } else return help(cluster)
  return `${word} ${node.name}: done`
}
