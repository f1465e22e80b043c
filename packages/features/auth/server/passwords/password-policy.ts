import { isCommonPassword, passwordProblem } from '../../rules.ts'
import type { WeakPassword } from '../../schema.ts'

const ownWords = ['duo', 'goduo']

let commonPasswordList: Promise<ReadonlySet<string>> | undefined

/** The 49,233 most common passwords of zxcvbn-ts (MIT); 8 MB, loaded on first use. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  commonPasswordList ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common']))
  return commonPasswordList
}

/** Returns why a new password is too easy to guess, or null. `own`: the user's name and e-mail. */
export async function findWeakness(password: string, own: readonly string[]): Promise<WeakPassword | null> {
  const problem = passwordProblem(password, own)
  if (problem === 'blank') return 'password_blank'
  if (problem === 'personal') return 'password_personal'
  const isOurs = passwordProblem(password, ownWords) === 'personal'
  return isOurs || isCommonPassword(password, await commonPasswords()) ? 'password_common' : null
}
