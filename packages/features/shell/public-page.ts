import type { StructuredData } from '@duo/platform/browser/seo.ts'

/**
 * Source of a page's head, sitemap entry, share image and line in llms.txt. Both sides import it, because the server may not import
 * screens; share images are drawn for listed pages only. Texts are functions of the current language.
 */
export interface PublicPage<Path extends string = string> {
  path: Path
  title: () => string
  description: () => string
  keywords: () => string
  structuredData?: (origin: string) => StructuredData | readonly StructuredData[]
}

export const publicPage = <Path extends string>(page: PublicPage<Path>) => page
