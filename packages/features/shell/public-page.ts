import type { StructuredData } from '@duo/platform/browser/seo.ts'

/**
 * A page that search engines may list. Everything said about it is said here once: its route takes the head from it, the server its
 * sitemap line, its share image and its line in llms.txt. Texts are functions, because the language is known only when they are read.
 */
export interface PublicPage<Path extends string = string> {
  /** The English address; the Portuguese one is the same under /pt. */
  path: Path
  title: () => string
  description: () => string
  /** Comma-separated. */
  keywords: () => string
  /** What the page is in schema.org's terms; `origin` is the public address. */
  structuredData?: (origin: string) => StructuredData
}

/** Keeps the page's path a literal, so that links and loaders to it are checked by the compiler. */
export const publicPage = <Path extends string>(page: PublicPage<Path>) => page
