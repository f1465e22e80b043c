import type { Locale } from '@duo/platform/shared/locale.ts'

/** Spec, section 3. */
export const categories = [
  'trends',
  'innovation',
  'business',
  'no-code',
  'monetization',
  'guides',
  'ethics',
  'tutorial',
  'strategy',
] as const
export type Category = (typeof categories)[number]

/** Articles on the first page, and added per "more" (spec, sections 2 and 9). */
export const firstPage = 6
export const nextPage = 3

/** A search ranks only its newest matches: ranking more would slow down every search. */
export const searchDepth = 100

export const wordsPerMinute = 200

/** Limits for the bundled articles (spec, section 2). An operator's own articles may have any date and length. */
export interface BundledRules {
  firstDate: string
  lastDate: string
  minMinutes: number
  maxMinutes: number
}
export const bundledRules: BundledRules = { firstDate: '2024-05-23', lastDate: '2025-07-22', minMinutes: 4, maxMinutes: 12 }

export const maxArticles = 60

export interface IndexSearch {
  category?: Category | undefined
  q?: string | undefined
  shown?: string | undefined
}

const isCategory = (value: unknown): value is Category => categories.some((category) => category === value)

/** Parses the index's query string; drops unknown and default values so that every list has one URL. */
export function parseSearch({ category, q, shown }: Record<string, unknown>): IndexSearch {
  const words = typeof q === 'string' ? q.trim().slice(0, maxSearchLength) : ''
  const count = typeof shown === 'string' && /^\d{1,4}$/.test(shown) ? Math.min(Number(shown), maxArticles) : 0
  // set undefined explicitly: the router would otherwise keep the raw parameter
  return {
    category: isCategory(category) ? category : undefined,
    q: words || undefined,
    shown: count > firstPage ? String(count) : undefined,
  }
}

export const pageSizeOf = ({ shown }: IndexSearch) => (shown === undefined ? firstPage : Number(shown))

/** Returns null at the end of the list or at `maxArticles`. */
export const nextPageSearch = (search: IndexSearch, total: number): IndexSearch | null => {
  const shown = pageSizeOf(search)
  return shown < total && shown < maxArticles ? { ...search, shown: String(Math.min(shown + nextPage, maxArticles)) } : null
}

export const maxSearchLength = 200

/** Shown as a translated team label (spec, section 2). */
export const teamAuthor = 'duo-team'

export const slugPattern = /^[a-z0-9-]{1,150}$/

export const articlePath = (slug: string, language: Locale | null) => (language ? `/blog/${language}/${slug}` : `/blog/${slug}`)

/** One slug may name an article in each language. */
export interface SlugRecord {
  language: Locale
  slug: string
  isUntranslated: boolean
  pairSlug: string | null
}

/** Returns the canonical language (null for English-only articles) and slug, or null for an unknown slug. */
export function resolveCanonical(
  records: readonly SlugRecord[],
  requestedLanguage: Locale | null,
): { language: Locale | null; slug: string } | null {
  const record =
    records.find(({ language, isUntranslated }) => !isUntranslated && language === requestedLanguage) ??
    records.find(({ isUntranslated }) => isUntranslated) ??
    records[0]
  if (!record) return null
  if (record.isUntranslated || record.pairSlug === null) return { language: null, slug: record.slug }
  if (requestedLanguage === null || requestedLanguage === record.language) return { language: record.language, slug: record.slug }
  return { language: requestedLanguage, slug: record.pairSlug }
}

/** CSS pixels times density; pictures are 16:9. */
export const imageWidths = [480, 800, 1200, 1600] as const
export const imageFormats = ['avif', 'webp', 'png'] as const

export const imagePath = (image: string, width: number, format: (typeof imageFormats)[number]) => `${image}-${width}.${format}`

export const longArticleHeadings = 4

export const isLong = (headings: readonly unknown[]) => headings.length >= longArticleHeadings

/** Adds the UTM parameters of spec section 7; `source` is the network or `native_share`. */
export function shareUrl(articleUrl: string, source: string, title: string): string {
  const url = new URL(articleUrl)
  const parameters = {
    source,
    medium: 'social',
    campaign: 'blog_share',
    content: title.toLowerCase().trim().replace(/\s+/g, '_'),
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(`utm_${name}`, value)
  return url.href
}
