import { pageHead } from '@duo/platform/browser/seo.ts'
import type { PublicPage } from '../../public-page.ts'

export const headOf = (page: PublicPage, origin: string) =>
  pageHead({
    origin,
    path: page.path,
    title: page.title(),
    description: page.description(),
    keywords: page.keywords(),
    structuredData: page.structuredData?.(origin),
  })
