// Plain JavaScript: scripts/test.mjs also imports it, before packages are installed.
import { existsSync } from 'node:fs'

export const programs = {
  etcd: '/usr/bin/etcd',
  patroni: '/usr/bin/patroni',
  patronictl: '/usr/bin/patronictl',
  postgres: '/usr/lib/postgresql/15/bin/postgres',
  haproxy: '/usr/sbin/haproxy',
  openssl: '/usr/bin/openssl',
  setpriv: '/usr/bin/setpriv',
}

/** Debian's name of the package, where it is not the program's. */
const packages = new Map([
  [programs.etcd, 'etcd-server'],
  [programs.patronictl, 'patroni'],
  [programs.postgres, 'postgresql-15'],
  [programs.setpriv, 'util-linux'],
])

/**
 * The command that installs what a cluster lacks on this machine (Debian 12), or null.
 * @returns {string | null}
 */
export function missingForCluster() {
  const missing = Object.entries(programs).flatMap(([name, program]) =>
    existsSync(program) ? [] : [packages.get(program) ?? name],
  )
  return missing.length === 0 ? null : `apt-get install ${[...new Set(missing)].join(' ')}`
}
