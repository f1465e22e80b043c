import type { Locale } from './locale.ts'

/** `/share/en/home.png`, `/share/pt/blog/my-article.png`. */
export const shareImagePath = (path: string, locale: Locale) => `/share/${locale}${path === '/' ? '/home' : path}.png`
