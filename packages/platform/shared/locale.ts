export const locales = ['en', 'pt'] as const
export type Locale = (typeof locales)[number]
export const baseLocale: Locale = 'en'

export const localeCookie = 'lang'

/** On https: the prefix prevents other hosts and plain connections from setting it (RFC 6265bis). */
export const secureLocaleCookie = `__Host-${localeCookie}`

const PORTUGUESE_PREFIX = /^\/pt(?=[/?#]|$)/
/** The language is part of an article's URL; `/blog/en` without a slug is not an article. */
const ARTICLE_LANGUAGE = /^\/blog\/(en|pt)(?=\/[^/?#])/
/** Browsers treat //host and /\host as another site, and ignore tabs and line breaks. */
const LEADING_SLASHES = /^[/\\\s]+/

export function isLocale(value: unknown): value is Locale {
  return locales.some((locale) => locale === value)
}

/** For Intl and `<html lang>`: the spec's date formats are those of en-US and pt-BR. */
export function intlLocale(locale: Locale): 'en-US' | 'pt-BR' {
  return locale === 'pt' ? 'pt-BR' : 'en-US'
}

/** Uses the primary subtag: `pt`, `pt-BR` and `PT-pt` are Portuguese, everything else is English. */
export function localeFromTag(tag: string): Locale {
  return /^\s*pt\s*(?:-|$)/i.test(tag) ? 'pt' : baseLocale
}

/** `/pt/pricing` → `/pricing`. Keeps query and hash. */
export function deLocalizePath(path: string): string {
  return `/${path.replace(PORTUGUESE_PREFIX, '').replace(LEADING_SLASHES, '')}`
}

/** Returns undefined for a plain path, which a first visit may still redirect. */
export function localeInPath(path: string): Locale | undefined {
  const article = ARTICLE_LANGUAGE.exec(deLocalizePath(path))?.[1]
  if (isLocale(article)) return article
  return PORTUGUESE_PREFIX.test(path) ? 'pt' : undefined
}

export function localeFromPath(path: string): Locale {
  return localeInPath(path) ?? baseLocale
}

/** Idempotent. Paths of articles with a language stay unchanged. */
export function localizePath(path: string, locale: Locale): string {
  const plain = deLocalizePath(path)
  if (locale === 'en' || ARTICLE_LANGUAGE.test(plain)) return plain
  return `/pt${plain.replace(/^\/(?=[?#]|$)/, '')}`
}

/** Swaps the language in an article's path, too: the server redirects to the translated slug. */
export function pathInLocale(path: string, locale: Locale): string {
  return localizePath(deLocalizePath(path).replace(ARTICLE_LANGUAGE, `/blog/${locale}`), locale)
}

/** Returns undefined without a usable header. Single pass, so the work is bounded by the header's length. */
export function localeFromAcceptLanguage(header: string | null | undefined): Locale | undefined {
  let first: string | undefined
  let highest = 0
  for (const entry of header?.split(',') ?? []) {
    const [tag = '', ...parameters] = entry.split(';')
    const quality = qualityOf(parameters)
    if (tag.trim() !== '' && quality > highest) {
      first = tag
      highest = quality
    }
  }
  return first === undefined ? undefined : localeFromTag(first)
}

/** RFC 9110 §12.4.2: 0 to 1, default 1; an invalid weight counts as 0. */
function qualityOf(parameters: string[]): number {
  const weight = parameters.find((parameter) => /^\s*q\s*=/i.test(parameter))
  if (weight === undefined) return 1
  const value = weight.slice(weight.indexOf('=') + 1).trim()
  return /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(value) ? Number(value) : 0
}
