import { v4 as uuid } from 'uuid'

const prefix = 'duo.key.'

/** The keys of this page, for where storage is blocked. */
const keys = new Map<string, string>()

/**
 * The idempotency key of what is about to be sent: a new UUID when the content is another than before, else the one before, over reloads
 * too, until `deleteKey`. Of the content only a short code is kept. Leave passwords out of it all the same.
 */
export function keyOf(form: string, content: unknown): string {
  const code = codeOf(JSON.stringify(content))
  const [key, before] = (keys.get(form) ?? readStoredKeys(form))?.split(' ') ?? []
  if (key && before === code) return key
  const fresh = uuid()
  keys.set(form, `${fresh} ${code}`)
  attempt(() => sessionStorage.setItem(prefix + form, `${fresh} ${code}`))
  return fresh
}

/** A final answer has come: what is sent next is another call. */
export function deleteKey(form: string): void {
  keys.delete(form)
  attempt(() => sessionStorage.removeItem(prefix + form))
}

/** Whether an answer of this status is final. Others may be repeated: too many calls, a failure of the server. */
export const isFinal = (status: number | undefined) => status !== undefined && status !== 429 && status < 500

const readStoredKeys = (form: string) => attempt(() => sessionStorage.getItem(prefix + form)) ?? undefined

function attempt<T>(access: () => T): T | undefined {
  try {
    return access()
  } catch {
    return undefined // storage is blocked
  }
}

/** Tells contents apart; a collision costs a refusal, after which the next try has another key. */
function codeOf(text: string): string {
  let code = 0
  for (let i = 0; i < text.length; i++) code = (Math.imul(code, 31) + text.charCodeAt(i)) | 0
  return code.toString(36)
}
