/** Whether an address lists hosts, as libpq accepts it: `postgres://one,two/duo`, `?host=one,two`. Our driver would take the list for a name. */
export function namesSeveralHosts(databaseUrl: string): boolean {
  const [, authority = ''] = /^postgres(?:ql)?:\/\/([^/?#]*)/i.exec(databaseUrl) ?? []
  const hosts = authority.slice(authority.lastIndexOf('@') + 1)
  return hosts.includes(',') || /[?&]host=[^&#]*(?:,|%2c)/i.test(databaseUrl)
}

export const oneHost =
  'names several hosts; give one address that always leads to the primary, such as that of haproxy (deploy/cluster/README.md)'
