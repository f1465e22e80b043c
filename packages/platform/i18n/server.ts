import { AsyncLocalStorage } from 'node:async_hooks'
import { baseLocale, type Locale } from '../shared/locale.ts'
import { overwriteGetLocale } from './compiled/runtime.js'

declare global {
  /** The language of the request being answered. Global because every bundle has its own copy of this file and they must agree. */
  var duoRequestLocale: AsyncLocalStorage<Locale> | undefined
}

globalThis.duoRequestLocale ??= new AsyncLocalStorage<Locale>()
const requestLocale = globalThis.duoRequestLocale

// Importing this file is what makes messages follow withLocale: a bundle that renders messages on the server must import it.
overwriteGetLocale(() => requestLocale.getStore() ?? baseLocale)

/** Runs `fn`, and everything asynchronous it starts, in that language. Nested calls win inside themselves only. */
export function withLocale<T>(locale: Locale, fn: () => T): T {
  return requestLocale.run(locale, fn)
}
