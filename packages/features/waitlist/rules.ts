import type { Membership } from './schema.ts'

/** Longest address SMTP can carry (RFC 5321, erratum 1690). */
export const emailMaxLength = 254

/** Friends that must confirm before someone has priority access (spec, section 9). */
export const inviteTarget = 5

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

/** Confirmed friends still missing for priority access; never below zero. */
export const invitesLeft = (confirmedFriends: number) => Math.max(0, inviteTarget - confirmedFriends)

/** A code whose owner has reached the goal is used up (design, section 4). */
export const isExhausted = (confirmedFriends: number) => invitesLeft(confirmedFriends) === 0

/** What a member sees of an entry. */
export const membershipOf = (entry: { position: number; confirmedFriends: number; referralCode: string }): Membership => ({
  position: entry.position,
  invitesLeft: invitesLeft(entry.confirmedFriends),
  invites_count: entry.confirmedFriends,
  referral_code: entry.referralCode,
})

/** The link a member passes on. */
export const referralLink = (publicUrl: string, code: string) => `${publicUrl}/?ref=${encodeURIComponent(code)}`
