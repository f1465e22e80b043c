import { passwordForms, passwordProblem } from '../rules.ts'
import type { WeakPassword } from '../schema.ts'

const ownWords = ['duo', 'goduo']

const minCoreLength = 5

let commonPasswordList: Promise<ReadonlySet<string>> | undefined

/** The 49,233 most common passwords of zxcvbn-ts (MIT); 8 MB, loaded on first use. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  commonPasswordList ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common']))
  return commonPasswordList
}

async function isCommon(password: string): Promise<boolean> {
  const common = await commonPasswords()
  const { whole, cores } = passwordForms(password)
  const isCommon = (form: string) => common.has(form) || isSequence(form)
  return whole.some(isCommon) || cores.some((form) => form.length >= minCoreLength && isCommon(form))
}

/** Matches aaaaaa, abcdef, 654321. */
function isSequence(text: string): boolean {
  const codes = [...text].map((letter) => letter.codePointAt(0) ?? 0)
  const steps = new Set(codes.slice(1).map((code, i) => code - (codes[i] ?? 0)))
  const [step = 0] = steps
  return steps.size === 1 && Math.abs(step) <= 1
}

/** Returns why a new password is too easy to guess, or null. `own`: the user's name and e-mail. */
export async function findWeakness(password: string, own: readonly string[]): Promise<WeakPassword | null> {
  const problem = passwordProblem(password, own)
  if (problem === 'blank') return 'password_blank'
  if (problem === 'personal') return 'password_personal'
  const isOurs = passwordProblem(password, ownWords) === 'personal'
  return isOurs || (await isCommon(password)) ? 'password_common' : null
}
