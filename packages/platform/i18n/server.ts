import { AsyncLocalStorage } from 'node:async_hooks'
import { baseLocale, type Locale } from '../shared/locale.ts'
import { overwriteGetLocale } from './compiled/runtime.js'

declare global {
  var duoRequestLocale: AsyncLocalStorage<Locale> | undefined
}

globalThis.duoRequestLocale ??= new AsyncLocalStorage<Locale>()
const requestLocale = globalThis.duoRequestLocale

// a side effect: every bundle that renders messages on the server imports its own copy, hence the global
overwriteGetLocale(() => requestLocale.getStore() ?? baseLocale)

/** Runs `fn` and its asynchronous work in that language; nested calls override it. */
export function withLocale<T>(locale: Locale, fn: () => T): T {
  return requestLocale.run(locale, fn)
}
