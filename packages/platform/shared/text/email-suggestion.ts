import { emailInputMaxLength, normalizeEmail } from '../email.ts'
import { nearestWord } from './nearest-word.ts'

/** Where most people have their mailbox. Real hosts that resemble one are listed too, so that no other is suggested for them. */
const knownHosts = [
  ...['gmail.com', 'googlemail.com', 'outlook.com', 'outlook.com.br', 'outlook.pt', 'outlook.fr', 'outlook.es', 'outlook.de'],
  ...['hotmail.com', 'hotmail.com.br', 'hotmail.com.ar', 'hotmail.co.uk', 'hotmail.fr', 'hotmail.it', 'hotmail.es', 'hotmail.de'],
  ...['yahoo.com', 'yahoo.com.br', 'yahoo.com.ar', 'yahoo.com.mx', 'yahoo.co.uk', 'yahoo.co.jp', 'yahoo.co.in', 'ymail.com'],
  ...['icloud.com', 'live.com', 'live.com.pt', 'uol.com.br', 'bol.com.br', 'terra.com.br', 'globo.com', 'ig.com.br', 'sapo.pt'],
  ...['proton.me', 'protonmail.com', 'fastmail.com', 'email.com', 'mail.com', 'gmx.com', 'gmx.net', 'gmx.de', 'web.de'],
]

/**
 * Returns the address that was probably meant: its host resembles a well-known one (`ana@gmail.con`), or the name has accents, which
 * hardly any mailbox has (`josé@gmail.com`). Never correct silently.
 */
export function suggestEmail(input: string): string | null {
  const email = normalizeEmail(input)
  if (email === null) return suggestPlainEmail(input)
  const at = email.lastIndexOf('@')
  const host = email.slice(at + 1)
  if (knownHosts.includes(host)) return null
  const meant = nearestWord(host, knownHosts)
  return meant === null ? null : `${email.slice(0, at)}@${meant}`
}

function suggestPlainEmail(input: string): string | null {
  const at = input.lastIndexOf('@')
  const plain = input.slice(0, at).normalize('NFD').replace(/\p{M}/gu, '') + input.slice(Math.max(at, 0))
  const email = at < 1 || plain.length > emailInputMaxLength ? null : normalizeEmail(plain)
  return email === null ? null : (suggestEmail(email) ?? email)
}
