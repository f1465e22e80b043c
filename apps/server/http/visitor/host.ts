import { isIP } from 'node:net'

/** `alias`: our public name in another spelling, which redirects to the public origin. */
export type HostKind = 'ours' | 'alias' | 'foreign'

interface HostParts {
  name: string
  port: string
  hasDot: boolean
}

function parseHost(host: string): HostParts | null {
  const given = host.toLowerCase()
  if (isIP(given) === 6) return { name: `[${given}]`, port: '', hasDot: false } // some clients omit the brackets
  const [, name, dot = '', port = ''] = /^(\[[\da-f:.]+\]|[^\s:/@[\]]*?)(\.?)(?::(\d{0,5}))?$/.exec(given) ?? []
  return name ? { name, port, hasDot: dot !== '' } : null
}

const thisMachine = ['localhost', '127.0.0.1', '[::1]']

export const isThisMachine = (host: string) => thisMachine.includes(parseHost(host)?.name ?? '')

const withoutWww = (name: string) => name.replace(/^www\./, '')

const isPortOf = (origin: URL, port: string) => port === origin.port || (origin.port === '' && ['80', '443'].includes(port))

/**
 * Judges a Host header. Without a public URL, only names of this machine and plain IP addresses are ours, against DNS rebinding.
 * Another port is foreign: a redirect would loop behind a proxy that passes on its own port.
 */
export function createHostCheck(publicUrl: string | undefined): (host: string | undefined) => HostKind {
  const canonical = publicUrl === undefined ? undefined : new URL(publicUrl)
  return (host = '') => {
    const parts = parseHost(host)
    if (!parts) return 'foreign'
    const { name, port, hasDot } = parts
    if (thisMachine.includes(name)) return 'ours'
    if (!canonical) return isIP(name.replace(/^\[|\]$/g, '')) === 0 ? 'foreign' : 'ours'
    if (!isPortOf(canonical, port) || withoutWww(name) !== withoutWww(canonical.hostname)) return 'foreign'
    return name === canonical.hostname && !hasDot ? 'ours' : 'alias'
  }
}

/** Whether a host is that of this origin, whatever its case and with or without a default port. */
export function isHostOf(origin: URL, host: string | undefined): boolean {
  const parts = parseHost(host ?? '')
  if (!parts || parts.name !== origin.hostname || parts.hasDot) return false
  return isPortOf(origin, parts.port)
}
