import { parseUrl } from './parse-url.ts'

export const emailMaxLength = 254

/** What a field accepts: an address may come with a name around it. */
export const emailInputMaxLength = 1_000

/**
 * Stricter than the specification's "text, @, text, dot, text", which accepts addresses that no mail reaches, control characters, and
 * look-alike letters that make two entries of one person. Gmail's dots and plus tags stay: they are no identity (`mailboxOf`).
 */
const localPart = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}$/
const hostName = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/

/** Soft hyphens and zero-width spaces, which a copied address may have inside. Joiners belong to some hosts, and a change of direction reads otherwise. */
const invisibleInside = /[\u00ad\u200b\u2060\ufeff]/g

const invisibleAround = /^[\s\p{Cf}]+|[\s\p{Cf}]+$/gu

/** `Ana <ana@example.com>`, as address books copy it. A name that is another address leaves two readings. */
function addressPart(text: string): string {
  const [, name = '', address] = /^([^<>]*)<([^<>]*)>$/.exec(text) ?? []
  if (address === undefined) return text
  return name.includes('@') && name.replaceAll('"', '').trim() !== address.trim() ? text : address
}

/**
 * Removes what phones and address books put around an address: invisible marks, `mailto:` or `E-mail:`, a name, quotes, the full stop
 * of a double space. Full-width characters of Asian keyboards become ASCII. Only changes that leave one reading.
 */
function unwrapEmail(input: string): string {
  const ascii = input
    .replace(invisibleInside, '')
    .replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/[。｡]/g, '.')
    .replaceAll('﹫', '@')
    .replace(/(\S)[ \t]+@/g, '$1@')
    .replace(/@[ \t]+(?=\S)/g, '@')
    // `ana@example. com`, but not `ana@example.com. Thanks`
    .replace(/@([^\s@.]{1,63})[ \t]*\.[ \t]*(?=[a-z.]{2,24}$)/i, '@$1.')
  const [, address = ''] = /^(?:mailto:|e-?mail:\s*)?([^?]*)/i.exec(addressPart(ascii.replace(invisibleAround, ''))) ?? []
  return address
    .replace(invisibleAround, '')
    .replace(/^"([^"@]+)"@/, '$1@')
    .replace(/^["'“‘(<]+|[.,;:!"'”’)>]+$/g, '')
    .replace(invisibleAround, '')
}

/** Returns the form to store and compare (repaired, lower case, ASCII host), or null if invalid. */
export function normalizeEmail(input: string): string | null {
  if (input.length > emailInputMaxLength) return null
  const typed = unwrapEmail(input).toLowerCase()
  const at = typed.lastIndexOf('@')
  const local = typed.slice(0, Math.max(at, 0))
  const host = asciiHost(typed.slice(at + 1))
  if (host === null || !localPart.test(local) || /^\.|\.\.|\.$/.test(local)) return null
  const email = `${local}@${host}`
  return email.length <= emailMaxLength ? email : null
}

function asciiHost(host: string): string | null {
  // the URL parser would also accept ports, paths and numeric addresses
  if (host.length > 253 || !/^[\p{L}\p{N}\p{M}.-]+$/u.test(host)) return null
  const ascii = parseUrl(`http://${host}`)?.hostname ?? ''
  return hostName.test(ascii) && !/^[\d.]+$/.test(ascii) ? ascii : null
}

/**
 * Whether only the letters before the @ make an address invalid here. Few mail servers deliver to others than ASCII (RFC 6531), and the
 * confirmation would not arrive.
 */
export function hasForeignName(input: string): boolean {
  const at = input.lastIndexOf('@')
  if (at < 1 || input.length > emailInputMaxLength || normalizeEmail(input) !== null) return false
  return /[^\p{ASCII}]/u.test(input.slice(0, at)) && normalizeEmail(`a${input.slice(at)}`) !== null
}

/** Removes plus tags, and dots in Gmail addresses. For recognising a mailbox only, never for sending. */
export function mailboxOf(email: string): string {
  const [local = '', host = ''] = email.split('@')
  const [name = ''] = local.split('+')
  return host === 'gmail.com' || host === 'googlemail.com' ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${host}`
}
