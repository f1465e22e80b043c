/** Longest address SMTP can carry (RFC 5321, erratum 1690). */
export const emailMaxLength = 254

/**
 * The spec's pattern is text, @, text, dot, text. We ask a little more, because the address must be able to receive the
 * confirmation: printable ASCII before the @ (few mail servers take anything else, and look-alike letters make two people
 * of one), a dotted host name behind it. Names in other scripts (`exemplo.中国`) become their ASCII form.
 */
const localPart = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}$/
const hostName = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/

/** The one form in which an address is stored and compared (trimmed, lower case, ASCII host), or null if it is none. */
export function normalizeEmail(input: string): string | null {
  const typed = input.trim().toLowerCase()
  const at = typed.lastIndexOf('@')
  const local = typed.slice(0, Math.max(at, 0))
  const host = asciiHost(typed.slice(at + 1))
  if (host === null || !localPart.test(local) || /^\.|\.\.|\.$/.test(local)) return null
  const email = `${local}@${host}`
  return email.length <= emailMaxLength ? email : null
}

function asciiHost(host: string): string | null {
  // only letters, digits, dots and hyphens may pass: the URL parser would also take ports, paths and numeric addresses
  if (host.length > 253 || !/^[\p{L}\p{N}\p{M}.-]+$/u.test(host) || !URL.canParse(`http://${host}`)) return null
  const ascii = new URL(`http://${host}`).hostname
  return hostName.test(ascii) && !/^[\d.]+$/.test(ascii) ? ascii : null
}

/**
 * The mailbox behind an address: plus tags go, and dots in front of Gmail's @ go, because mail to any such writing arrives in one place.
 * Only for recognising a mailbox, never for writing to it.
 */
export function mailboxOf(email: string): string {
  const [local = '', host = ''] = email.split('@')
  const [name = ''] = local.split('+')
  return host === 'gmail.com' || host === 'googlemail.com' ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${host}`
}
