import { v4 as uuid } from 'uuid'

const prefix = 'duo.key.'

const keys = new Map<string, string>()

/** Returns a new UUID when the content has changed, else the previous one until `deleteKey`. Leave passwords out of `content`. */
export function keyOf(form: string, content: unknown): string {
  const code = codeOf(JSON.stringify(content))
  const [key, before] = (keys.get(form) ?? readStoredKeys(form))?.split(' ') ?? []
  if (key && before === code) return key
  const fresh = uuid()
  keys.set(form, `${fresh} ${code}`)
  attempt(() => sessionStorage.setItem(prefix + form, `${fresh} ${code}`))
  return fresh
}

export function deleteKey(form: string): void {
  keys.delete(form)
  attempt(() => sessionStorage.removeItem(prefix + form))
}

/** 429 and 5xx are not final: the call may be repeated. */
export const isFinal = (status: number | undefined) => status !== undefined && status !== 429 && status < 500

const readStoredKeys = (form: string) => attempt(() => sessionStorage.getItem(prefix + form)) ?? undefined

function attempt<T>(access: () => T): T | undefined {
  try {
    return access()
  } catch {
    return undefined // storage is blocked
  }
}

/** A collision only causes a conflict, after which the next attempt gets another key. */
function codeOf(text: string): string {
  let code = 0
  for (let i = 0; i < text.length; i++) code = (Math.imul(code, 31) + text.charCodeAt(i)) | 0
  return code.toString(36)
}
