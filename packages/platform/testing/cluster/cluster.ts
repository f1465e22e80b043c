import { execFile, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { untilListens } from '../program.ts'
import { freePort } from '../servers/built-server.ts'
import { type Network, openNetwork } from './network.ts'
import { type ClusterNode, openNode } from './node.ts'
import { programs } from './packages.mjs'
import { writeSettings } from './settings.ts'

/** From an empty folder to a primary with two standbys, on two busy processors. */
const startLimit = 120_000

/** What Patroni's `/cluster` says. */
export interface Member {
  name: string
  role: 'leader' | 'sync_standby' | 'replica'
  state: string
  lag?: number | string
}

/** Starts etcd, Patroni and Postgres three times, and haproxy before them, with the files of deploy/cluster. */
export async function startCluster({ number = randomInt(1, 255), port }: { number?: number; port?: number } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'duo-cluster-'))
  chmodSync(folder, 0o711)
  const network = openNetwork(number)
  const nodes = network.places.map((place) => openNode(place, join(folder, place.name)))
  let stopHaproxy = async () => {}
  const close = async () => {
    await stopHaproxy()
    await Promise.all(nodes.map((node) => node.killAll()))
    network.close()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const primaryPort = port ?? (await freePort())
    const { certificate, haproxy, password } = writeSettings(folder, network, primaryPort)
    for (const { start } of nodes) start()
    stopHaproxy = startHaproxy(haproxy)
    await untilListens(primaryPort)
    await untilWhole(nodes, startLimit)
    const addressFor = (user: string, secret: string, database: string) =>
      `postgres://${user}:${secret}@127.0.0.1:${primaryPort}/${database}?sslmode=verify-full&sslrootcert=${certificate}`
    const adminUrl = addressFor('postgres', password, 'postgres')
    await createDatabase(adminUrl)
    return { ...clusterOf(nodes, network), folder, url: addressFor('duo', 'duo', 'duo'), adminUrl, certificate, password, close }
  } catch (error) {
    await close()
    throw error
  }
}

export type Cluster = Awaited<ReturnType<typeof startCluster>>

function clusterOf(nodes: ClusterNode[], network: Network) {
  const nodeOf = (name: string) => {
    const node = nodes.find((one) => one.name === name)
    if (!node) throw new Error(`there is no node ${name}`)
    return node
  }
  const nodeAs = async (role: Member['role']) => {
    const member = (await membersOf(nodes)).find((one) => one.role === role)
    return member ? nodeOf(member.name) : null
  }
  return {
    nodes,
    network,
    members: () => membersOf(nodes),
    nodeAs,
    primary: async () => {
      const node = await nodeAs('leader')
      if (!node) throw new Error('there is no primary now')
      return node
    },
    untilWhole: (limit = startLimit) => untilWhole(nodes, limit),
    /** patronictl, run on the first node that is alive. */
    control: async (...words: string[]) => {
      const node = nodes.find((one) => one.pids().patroni !== undefined) ?? nodeOf('a')
      const [program = '', ...args] = [...node.enter, programs.patronictl, '-c', join(node.folder, 'patroni.yml'), ...words]
      return (await promisify(execFile)(program, args)).stdout
    },
  }
}

async function membersOf(nodes: ClusterNode[]): Promise<Member[]> {
  for (const { address } of nodes) {
    const response = await fetch(`http://${address}:8008/cluster`, { signal: AbortSignal.timeout(1_500) }).catch(() => null)
    if (response?.ok) return ((await response.json()) as { members: Member[] }).members
  }
  return []
}

/** A primary, a standby that commits wait for, and another one, all in step. */
async function untilWhole(nodes: ClusterNode[], limit: number): Promise<void> {
  const deadline = performance.now() + limit
  for (;;) {
    const members = await membersOf(nodes)
    const roles = members.filter(({ state }) => ['running', 'streaming'].includes(state)).map(({ role }) => role)
    if (roles.toSorted().join() === 'leader,replica,sync_standby') return
    if (performance.now() > deadline) throw new Error(`the cluster is not whole after ${limit} ms: ${JSON.stringify(members)}`)
    await sleep(200)
  }
}

/** Its messages go to a file beside its settings. */
export function startHaproxy(settings: string): () => Promise<void> {
  const log = openSync(`${settings}.log`, 'a')
  const child = spawn(programs.haproxy, ['-db', '-f', settings], { stdio: ['ignore', log, log], detached: true })
  const exited = once(child, 'exit')
  return async () => {
    child.kill('SIGKILL')
    await exited
  }
}

async function createDatabase(adminUrl: string): Promise<void> {
  const client = new Client({ connectionString: adminUrl })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(`create role duo login password 'duo'`)
    await client.query('create database duo owner duo')
  } finally {
    await client.end()
  }
}
