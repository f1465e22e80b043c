import { localeFromTag } from '../shared/locale.ts'
import { overwriteGetLocale } from './compiled/runtime.js'

/** Makes messages follow `<html lang>`, which the server wrote. Call it before the first render. */
export function setDocumentLocale(): void {
  overwriteGetLocale(() => localeFromTag(document.documentElement.lang))
}
