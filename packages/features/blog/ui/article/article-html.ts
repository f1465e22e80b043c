import { type Locale, localeInPath, localizePath } from '@duo/platform/shared/locale.ts'

/** Links each heading to itself. Expects the renderer's own HTML. */
export const linkHeadings = (html: string) =>
  html.replace(/<(h[23]) id="([^"]+)">((?:(?!<a\b|<\/h).|\n)*)<\/\1>/g, '<$1 id="$2"><a href="#$2">$3</a></$1>')

/** Adds the interface language to internal links without one, except to files (with a dot). Expects the renderer's own HTML. */
export const localizeLinks = (html: string, locale: Locale) =>
  html.replace(
    /(<a\b[^>]*? href=")(\/(?!\/)[^".]*)(?=")/g,
    (_link, before: string, path: string) => before + (localeInPath(path) ? path : localizePath(path, locale)),
  )
