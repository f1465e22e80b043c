import { emailInputMaxLength, normalizeEmail } from '../email.ts'
import { nearestWord } from '../text/nearest-word.ts'

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
 * hardly any mailbox has (`josé@gmail.com`), or a letter is of another alphabet. Never correct silently.
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

/** Cyrillic and Greek letters that look like ours, which another keyboard leaves in an address. */
const lookAlikes: Partial<Record<string, string>> = {
  '\u0430': 'a',
  '\u0435': 'e',
  '\u043e': 'o',
  '\u0440': 'p',
  '\u0441': 'c',
  '\u0445': 'x',
  '\u0443': 'y',
  '\u0456': 'i',
  '\u0455': 's',
  '\u0458': 'j',
  '\u0501': 'd',
  '\u043c': 'm',
  '\u043a': 'k',
  '\u0442': 't',
  '\u043d': 'n',
  '\u0432': 'b',
  '\u0261': 'g',
  '\u03b1': 'a',
  '\u03bf': 'o',
  '\u03bd': 'v',
  '\u03c1': 'p',
}

/**
 * Without accents before the @, with our letters for those that look alike, and a full stop for a comma. An address of another alphabet
 * on both sides of the @ is no slip of the keyboard.
 */
function suggestPlainEmail(input: string): string | null {
  const typed = input.toLowerCase()
  const at = typed.lastIndexOf('@')
  if (input.length > emailInputMaxLength || at < 1) return null
  const withOurLetters = (text: string) => Array.from(text, (sign) => lookAlikes[sign] ?? sign).join('')
  const host = withOurLetters(typed.slice(at)).replaceAll(',', '.')
  const isOurs = /^\p{ASCII}*$/u.test(host)
  const name = isOurs ? withOurLetters(typed.slice(0, at)) : typed.slice(0, at)
  const plainName = name.normalize('NFD').replace(/\p{M}/gu, '')
  const email = normalizeEmail(plainName + host)
  if (email === null) return null
  // with the host in its own letters, not in the ASCII form that is stored
  return isOurs ? (suggestEmail(email) ?? email) : plainName + typed.slice(at)
}
