/** Whether a host is this machine, so that what is sent there crosses no network: loopback, or a folder with a Unix socket. */
export const isThisMachine = (host: string): boolean =>
  host === 'localhost' || /^127\.\d+\.\d+\.\d+$/.test(host) || host === '::1' || host === '[::1]' || host.startsWith('/')

/** Whether a connection to this Postgres address is encrypted, or never leaves the machine. */
export function isDatabasePrivate(databaseUrl: string): boolean {
  const { hostname, searchParams } = new URL(databaseUrl)
  // pg takes a host out of the query first
  if (isThisMachine(searchParams.get('host') ?? hostname)) return true
  const mode = searchParams.get('sslmode')
  return mode === null
    ? ['1', 'true'].includes(searchParams.get('ssl') ?? '')
    : ['require', 'verify-ca', 'verify-full'].includes(mode)
}

/** The setting that lists the addresses which may be used without TLS. */
export const allowPlaintext = 'ALLOW_PLAINTEXT'

/** How a Postgres address asks for TLS. */
export const databaseTls = 'add sslmode=verify-full to its query'

/** The error for an address off this machine that does not ask for TLS. */
export const plaintextError = (setting: string, how: string) =>
  new Error(
    `${setting} leads off this machine without TLS: ${how}, or accept that others can read along with ${allowPlaintext}=${setting}`,
  )
