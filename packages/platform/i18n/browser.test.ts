// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { setDocumentLocale } from './browser.ts'
import { getLocale } from './locale.ts'
import { m } from './messages.ts'

it.each([
  ['pt-BR', 'pt', 'Ir para a página inicial'],
  ['pt', 'pt', 'Ir para a página inicial'],
  ['en', 'en', 'Go to the home page'],
  ['', 'en', 'Go to the home page'],
])('a document with lang %j uses %s', (lang, locale, text) => {
  setDocumentLocale()
  document.documentElement.lang = lang
  expect(getLocale()).toBe(locale)
  expect(m.ui_failure_home()).toBe(text)
})
