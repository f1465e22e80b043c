/** The languages of the interface, the default first. */
export const locales = ['en', 'pt'] as const
export type Locale = (typeof locales)[number]
export const baseLocale: Locale = 'en'

/** The cookie in which the language switcher keeps its choice. */
export const localeCookie = 'lang'

/** Its name behind https, where no other host and no plain connection can set it (RFC 6265bis). */
export const secureLocaleCookie = `__Host-${localeCookie}`

// The prefix ends where the path segment ends, so that /ptolemy stays an English page.
const PORTUGUESE_PREFIX = /^\/pt(?=[/?#]|$)/
// An article's language is part of its own address; /blog/en without a slug is no article.
const ARTICLE_LANGUAGE = /^\/blog\/(en|pt)(?=\/[^/?#])/
// A browser reads //host and /\host as another site and drops tabs and line breaks while doing so.
const LEADING_SLASHES = /^[/\\\s]+/

export function isLocale(value: unknown): value is Locale {
  return locales.some((locale) => locale === value)
}

/** The tag that Intl formatters and `<html lang>` want: the spec's date formats are those of en-US and pt-BR. */
export function intlLocale(locale: Locale): 'en-US' | 'pt-BR' {
  return locale === 'pt' ? 'pt-BR' : 'en-US'
}

/** Language of a BCP 47 tag, by its primary subtag: `pt`, `pt-BR` and `PT-pt` are Portuguese, everything else is English. */
export function localeFromTag(tag: string): Locale {
  return /^\s*pt\s*(?:-|$)/i.test(tag) ? 'pt' : baseLocale
}

/** The path without its language prefix, which is what routes are written in: `/pt/pricing` → `/pricing`. Keeps query and hash. */
export function deLocalizePath(path: string): string {
  return `/${path.replace(PORTUGUESE_PREFIX, '').replace(LEADING_SLASHES, '')}`
}

/** The language an address names, or undefined for a plain path, which a first visit may still be redirected from. */
export function localeInPath(path: string): Locale | undefined {
  const article = ARTICLE_LANGUAGE.exec(deLocalizePath(path))?.[1]
  if (isLocale(article)) return article
  return PORTUGUESE_PREFIX.test(path) ? 'pt' : undefined
}

/** The language in which an address is shown: the one it names, else English. */
export function localeFromPath(path: string): Locale {
  return localeInPath(path) ?? baseLocale
}

/** A route's path as the browser sees it in that language. Articles with a language of their own keep their address. Idempotent. */
export function localizePath(path: string, locale: Locale): string {
  const plain = deLocalizePath(path)
  if (locale === 'en' || ARTICLE_LANGUAGE.test(plain)) return plain
  return `/pt${plain.replace(/^\/(?=[?#]|$)/, '')}`
}

/**
 * The same page in another language, for the switcher and `hreflang`. For an article with a language this swaps only the language:
 * the server redirects that to the paired slug, pages that know the pair link to it themselves.
 */
export function pathInLocale(path: string, locale: Locale): string {
  return localizePath(deLocalizePath(path).replace(ARTICLE_LANGUAGE, `/blog/${locale}`), locale)
}

/**
 * Language for a first visit: Portuguese if the language the browser prefers most (highest q, then order) is some `pt`, else English;
 * undefined without a usable header, as crawlers send it. One pass, so the work is bounded by the header's length.
 */
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

/** RFC 9110 §12.4.2: 0 to 1, 1 when absent. What is not a weight counts as refused. */
function qualityOf(parameters: string[]): number {
  const weight = parameters.find((parameter) => /^\s*q\s*=/i.test(parameter))
  if (weight === undefined) return 1
  const value = weight.slice(weight.indexOf('=') + 1).trim()
  return /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(value) ? Number(value) : 0
}
