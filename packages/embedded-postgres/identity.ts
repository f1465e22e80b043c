import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Binaries } from './binaries.ts'
import type { Cluster } from './data-folder/cluster.ts'
import { embeddedError } from './errors.ts'

export type User = { uid: number; gid: number }

export type Command = { file: string; args: string[]; options: { cwd: '/'; uid?: number; gid?: number } }

export type Identity = {
  user: User | null
  command: (file: string, args: string[]) => Command
}

/** Chooses the user for Postgres, which refuses to run as root. Throws `EMBEDDED_UNREACHABLE` if that user lacks access. */
export function chooseIdentity(binaries: Binaries, cluster: Cluster): Identity {
  if (process.getuid?.() !== 0) return { user: null, command: plainly(null) }
  const user = serverUser(cluster)
  const identity = [plainly(user), withCapability(user)].find((command) => canReach(command, binaries, cluster))
  if (identity) return { user, command: identity }
  const message = `running as root, and uid ${user.uid}, which Postgres runs as, cannot reach ${binaries.folder} or ${cluster.root}`
  throw embeddedError('EMBEDDED_UNREACHABLE', `${message}: move them out of the private folder, set DATA_DIR or set DATABASE_URL`)
}

function serverUser({ pgData, root }: Cluster): User {
  if (existsSync(pgData) && statSync(pgData).uid !== 0) return statSync(pgData)
  const users = passwdUsers()
  const owners = [root, dirname(root)]
    .map((folder) => statSync(folder))
    .filter((owner) => owner.uid !== 0 && users.byId.has(owner.uid))
  return owners[0] ?? users.byName.get('postgres') ?? users.byName.get('nobody') ?? { uid: 65_534, gid: 65_534 }
}

function passwdUsers(): { byName: Map<string, User>; byId: Map<number, User> } {
  const entries = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .filter(([name]) => name)
    .map(([name = '', , uid, gid]) => ({ name, user: { uid: Number(uid), gid: Number(gid) } }))
  return {
    byName: new Map(entries.map(({ name, user }) => [name, user])),
    byId: new Map(entries.map(({ user }) => [user.uid, user])),
  }
}

type Starter = Identity['command']

function plainly(user: User | null): Starter {
  return (file, args) => ({ file, args, options: { cwd: '/', ...(user && { uid: user.uid, gid: user.gid }) } })
}

/**
 * For a project in a private (0700) home: runs as another user with only the capability to traverse folders. Without no_setuid_fixup,
 * access(2), which initdb calls on its own binary, ignores the capability.
 */
function withCapability({ uid, gid }: User): Starter {
  const rights = ['--securebits=+no_setuid_fixup', '--inh-caps=+dac_override', '--ambient-caps=+dac_override']
  const prefix = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', ...rights]
  return (file, args) => ({ file: 'setpriv', args: [...prefix, file, ...args], options: { cwd: '/' } })
}

function canReach(starter: Starter, { initdb, postgres }: Binaries, { root }: Cluster): boolean {
  const test = 'test -x "$0" && test -x "$1" && cd "$2"'
  const { file, args, options } = starter('/bin/sh', ['-c', test, initdb, postgres, root])
  return spawnSync(file, args, { ...options, stdio: 'ignore' }).status === 0
}
