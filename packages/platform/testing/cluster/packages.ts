import { existsSync } from 'node:fs'

const binaries = '/usr/lib/postgresql/15/bin'

export const programs = {
  etcd: '/usr/bin/etcd',
  etcdctl: '/usr/bin/etcdctl',
  patroni: '/usr/bin/patroni',
  patronictl: '/usr/bin/patronictl',
  postgres: `${binaries}/postgres`,
  haproxy: '/usr/sbin/haproxy',
  openssl: '/usr/bin/openssl',
  setpriv: '/usr/bin/setpriv',
}

const packageOf: Record<keyof typeof programs, string> = {
  etcd: 'etcd-server',
  etcdctl: 'etcd-client',
  patroni: 'patroni',
  patronictl: 'patroni',
  postgres: 'postgresql-15',
  haproxy: 'haproxy',
  openssl: 'openssl',
  setpriv: 'util-linux',
}

/** The command that installs what a cluster lacks on this machine (Debian 12), or null. */
export function missingPackages(): string | null {
  const missing = Object.entries(programs).flatMap(([name, program]) =>
    existsSync(program) ? [] : [Object.entries(packageOf).find(([key]) => key === name)?.[1] ?? name],
  )
  return missing.length === 0 ? null : `apt-get install ${[...new Set(missing)].join(' ')}`
}
