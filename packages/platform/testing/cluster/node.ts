import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Place } from './network.ts'
import { programs } from './packages.mjs'

/** Postgres and Patroni refuse to run as root. */
const asPostgres = process.getuid?.() === 0 ? [programs.setpriv, '--reuid=postgres', '--regid=postgres', '--clear-groups'] : []

/** A machine of the cluster: etcd, Patroni and Postgres, whose files are in `folder`. */
export function openNode(place: Place, folder: string) {
  const running = new Map<'etcd' | 'patroni', ChildProcess>()
  const launch = (name: 'etcd' | 'patroni', args: string[]) => {
    const log = openSync(join(folder, `${name}.log`), 'a')
    const [program = '', ...words] = [...place.enter, ...asPostgres, programs[name], ...args]
    // in a group of its own, so that Ctrl-C reaches only the command that started it
    // libpq reads certificates below HOME, which is root's otherwise
    const env = { ...process.env, HOME: folder }
    running.set(name, spawn(program, words, { stdio: ['ignore', log, log], cwd: folder, env, detached: true }))
  }
  const startEtcd = () => launch('etcd', ['--config-file', join(folder, 'etcd.yml')])
  const startPatroni = () => launch('patroni', [join(folder, 'patroni.yml')])

  const kill = async (name: 'etcd' | 'patroni') => {
    const child = running.get(name)
    running.delete(name)
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
  }
  /** kill -9 of Postgres and everything that it started. Patroni lives on. */
  const killPostgres = () => {
    const postmaster = postmasterOf(folder)
    for (const pid of postmaster === null ? [] : [postmaster, ...childrenOf(postmaster)]) endNow(pid)
  }
  return {
    ...place,
    folder,
    start: () => {
      if (!running.has('etcd')) startEtcd()
      if (!running.has('patroni')) startPatroni()
    },
    killEtcd: () => kill('etcd'),
    killPostgres,
    /** kill -9 of all: what is left of a machine that lost its power. */
    killAll: async () => {
      await Promise.all([kill('patroni'), kill('etcd')])
      killPostgres()
    },
    pids: () => ({ etcd: running.get('etcd')?.pid, patroni: running.get('patroni')?.pid, postgres: postmasterOf(folder) }),
  }
}

export type ClusterNode = ReturnType<typeof openNode>

function postmasterOf(folder: string): number | null {
  try {
    const pid = Number(readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('postgres') ? pid : null
  } catch {
    return null
  }
}

function childrenOf(pid: number): number[] {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
    return children === '' ? [] : children.split(' ').map(Number)
  } catch {
    return []
  }
}

function endNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // it has ended
  }
}
