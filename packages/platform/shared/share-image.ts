import type { Locale } from './locale.ts'

/** Where a page's 1200×630 share image is: `/share/en/home.png`, `/share/pt/blog/my-article.png`. */
export const shareImagePath = (path: string, locale: Locale) => `/share/${locale}${path === '/' ? '/home' : path}.png`
