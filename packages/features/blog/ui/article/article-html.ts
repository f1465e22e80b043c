import { type Locale, localeInPath, localizePath } from '@duo/platform/shared/locale.ts'

/** Makes each heading a link to itself, so that its place can be passed on. Takes the renderer's own HTML. */
export const linkHeadings = (html: string) =>
  html.replace(/<(h[23]) id="([^"]+)">((?:(?!<a\b|<\/h).|\n)*)<\/\1>/g, '<$1 id="$2"><a href="#$2">$3</a></$1>')

/**
 * Keeps a reader of the interface's language in it: links to our pages that name no language name theirs. Files (whose names have a dot)
 * are the same in both. Takes the renderer's own HTML.
 */
export const localizeLinks = (html: string, locale: Locale) =>
  html.replace(
    /(<a\b[^>]*? href=")(\/(?!\/)[^".]*)(?=")/g,
    (_link, before: string, path: string) => before + (localeInPath(path) ? path : localizePath(path, locale)),
  )
