import { describe, expect, it } from 'vitest'
import {
  deLocalizePath,
  intlLocale,
  isLocale,
  type Locale,
  localeFromAcceptLanguage,
  localeFromPath,
  localeFromTag,
  localeInPath,
  locales,
  localizePath,
  pathInLocale,
} from './locale.ts'

const article = '/blog/en/your-own-ai-with-your-validation'
const pages = [
  '/',
  '/pricing',
  '/blog',
  '/blog/no-code-ai-making-technology-accessible',
  '/chat/1?x=/pt/',
  '/?ref=pt#join',
  '/ptolemy',
  '/pt-br',
]

describe('paths', () => {
  it.each([
    ['/', '/pt'],
    ['/pricing', '/pt/pricing'],
    ['/?ref=abc', '/pt?ref=abc'],
    ['/#email-collection', '/pt#email-collection'],
    ['/blog/scaling-expertise', '/pt/blog/scaling-expertise'],
  ])('%s is %s in Portuguese', (english, portuguese) => {
    expect(localizePath(english, 'pt')).toBe(portuguese)
    expect(pathInLocale(english, 'pt')).toBe(portuguese)
    expect(pathInLocale(portuguese, 'en')).toBe(english)
  })

  it('gives an article with a language one URL, whatever the interface language', () => {
    expect(locales.map((locale) => localizePath(article, locale))).toEqual([article, article])
    expect(localeInPath('/pt/blog/en/your-own-ai')).toBe('en')
    expect(pathInLocale('/blog/pt/uma-ia', 'en')).toBe('/blog/en/uma-ia')
    expect(pathInLocale(article, 'en')).toBe(article)
  })

  it('does not mistake a language folder for an article', () => {
    expect(localeInPath('/blog/pt')).toBeUndefined()
    expect(localizePath('/blog/en/', 'pt')).toBe('/pt/blog/en/')
  })

  it('returns no language for plain paths and shows them in English', () => {
    expect(pages.map(localeInPath)).toEqual(pages.map(() => undefined))
    expect(pages.map(localeFromPath)).toEqual(pages.map(() => 'en'))
  })

  it.each(locales)('round-trips %s, and localizing is idempotent', (locale: Locale) => {
    for (const page of pages) {
      const seen = localizePath(page, locale)
      expect(localeFromPath(seen)).toBe(locale)
      expect(deLocalizePath(seen)).toBe(page)
      expect(localizePath(seen, locale)).toBe(seen)
      expect(pathInLocale(pathInLocale(seen, locale === 'en' ? 'pt' : 'en'), locale)).toBe(seen)
    }
  })

  it('never turns a path into a URL of another site', () => {
    const heads = ['', '/', '//', '/\\', '\\', '/\t/', '/pt', '/pt/', '/pt//', '/pt/\\', '/pt/\n/', '/pt/pt//', 'pt//']
    for (const path of heads.flatMap((head) => [head, `${head}evil.example`, `${head}evil.example/blog/pt/x`])) {
      for (const seen of [
        deLocalizePath(path),
        ...locales.flatMap((locale) => [localizePath(path, locale), pathInLocale(path, locale)]),
      ]) {
        expect(new URL(seen, 'https://duo.example').host, `${JSON.stringify(path)} became ${seen}`).toBe('duo.example')
        expect(seen.startsWith('/')).toBe(true)
      }
    }
  })
})

describe('language of the first visit', () => {
  it.each<[string, Locale]>([
    ['pt', 'pt'],
    ['pt-BR,pt;q=0.9,en;q=0.8', 'pt'],
    ['PT-pt', 'pt'],
    ['en-US,en;q=0.9,pt;q=0.8', 'en'],
    ['en;q=0.5, pt-BR;q=0.9', 'pt'],
    ['pt;q=0.8,en;q=0.8', 'pt'],
    ['fr,pt;q=0.9', 'en'],
    ['*', 'en'],
    ['ptx', 'en'],
    ['pt;q=0,en;q=0.1', 'en'],
    [' , ;q=1, pt', 'pt'],
    ['pt;q=9,en;q=0.1', 'en'],
    ['de;level=1;q=0.1,pt; Q=0.2', 'pt'],
  ])('%s is %s', (header, locale) => {
    expect(localeFromAcceptLanguage(header)).toBe(locale)
  })

  it.each([undefined, null, '', '   ', ',,;', 'pt;q=0', 'pt;q=x'])('%j has no preference', (header) => {
    expect(localeFromAcceptLanguage(header)).toBeUndefined()
  })

  it('parses a header of a megabyte without stalling', () => {
    const started = performance.now()
    for (const part of [',', ';', 'pt;q=', ' ', 'q=0.', 'pt-']) localeFromAcceptLanguage(part.repeat(1_000_000 / part.length))
    expect(performance.now() - started).toBeLessThan(2_000)
  })
})

it('returns the tag for formatting dates and numbers', () => {
  expect(locales.map(intlLocale)).toEqual(['en-US', 'pt-BR'])
  expect(locales.map((locale) => localeFromTag(intlLocale(locale)))).toEqual(locales)
})

it('recognises supported languages only', () => {
  expect(['en', 'pt', 'pt-BR', '', undefined, 0, ['en']].map(isLocale)).toEqual([true, true, false, false, false, false, false])
})
