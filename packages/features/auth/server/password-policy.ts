import { passwordForms, passwordProblem } from '../rules.ts'
import { AuthEndpointError } from './better-auth/allowed-endpoints.ts'

/** Our own names, which an attacker tries first. */
const ownWords = ['duo', 'goduo']

/** Shortest rest of a password, without the digits and signs around it, that is looked up by itself. */
const minCoreLength = 5

let commonPasswordList: Promise<ReadonlySet<string>> | undefined

/** The 49,233 most common passwords, as zxcvbn-ts publishes them (MIT); 8 MB, read when the first password is chosen. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  commonPasswordList ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common']))
  return commonPasswordList
}

/** Whether attackers try a password first: it is on the list, also with other letters or more digits around it, or a plain sequence. */
async function isCommon(password: string): Promise<boolean> {
  const common = await commonPasswords()
  const { whole, cores } = passwordForms(password)
  const isKnown = (form: string) => common.has(form) || isSequence(form)
  return whole.some(isKnown) || cores.some((form) => form.length >= minCoreLength && isKnown(form))
}

/** One letter again and again, or letters or digits in a row: aaaaaa, abcdef, 654321. */
function isSequence(text: string): boolean {
  const codes = [...text].map((letter) => letter.codePointAt(0) ?? 0)
  const steps = new Set(codes.slice(1).map((code, i) => code - (codes[i] ?? 0)))
  const [step = 0] = steps
  return steps.size === 1 && Math.abs(step) <= 1
}

/**
 * Throws a refusal for a new password that others would guess: `PASSWORD_BLANK`, `PASSWORD_PERSONAL` (made of the person's own name or
 * address), `PASSWORD_COMMON`. A password that somebody signs in with is never asked about.
 */
export async function requireStrongPassword(password: string, own: readonly string[]): Promise<void> {
  const problem = passwordProblem(password, own)
  if (problem === 'blank') throw new AuthEndpointError('PASSWORD_BLANK', 'Password of blanks')
  if (problem === 'personal') throw new AuthEndpointError('PASSWORD_PERSONAL', 'Password made of name or email')
  const isOurs = passwordProblem(password, ownWords) === 'personal'
  if (isOurs || (await isCommon(password))) throw new AuthEndpointError('PASSWORD_COMMON', 'Password too common')
}

/** What is refused as the new password because it is the present one. */
export const samePasswordError = () => new AuthEndpointError('PASSWORD_SAME', 'Password already in use')
