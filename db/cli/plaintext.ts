/** Whether a host is local (loopback or a Unix socket folder), so that its traffic crosses no network. */
export const isThisMachine = (host: string): boolean =>
  host === 'localhost' || /^127\.\d+\.\d+\.\d+$/.test(host) || host === '::1' || host === '[::1]' || host.startsWith('/')

export function isDatabasePrivate(databaseUrl: string): boolean {
  const { hostname, searchParams } = new URL(databaseUrl)
  if (isThisMachine(searchParams.get('host') ?? hostname)) return true
  const mode = searchParams.get('sslmode')
  return mode === null
    ? ['1', 'true'].includes(searchParams.get('ssl') ?? '')
    : ['require', 'verify-ca', 'verify-full'].includes(mode)
}

/** Lists the settings whose URLs may be used without TLS. */
export const allowPlaintext = 'ALLOW_PLAINTEXT'

export const databaseTls = 'add sslmode=verify-full to its query'

export const plaintextError = (setting: string, how: string) =>
  new Error(`${setting} leaves this machine without TLS: ${how}, or allow plaintext with ${allowPlaintext}=${setting}`)
