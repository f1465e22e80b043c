import { localeFromTag } from '../shared/locale.ts'
import { overwriteGetLocale } from './compiled/runtime.js'

export function setDocumentLocale(): void {
  overwriteGetLocale(() => localeFromTag(document.documentElement.lang))
}
