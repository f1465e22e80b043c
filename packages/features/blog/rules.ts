import type { Locale } from '@duo/platform/shared/locale.ts'

/** The spec's categories and the others it has seen (section 3). */
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

/** Articles shown first, and added each time (spec, sections 2 and 9). */
export const firstPage = 6
export const nextPage = 3

/** Matches that a search ranks and answers: the newest of them. Nobody reads further, and ranking more would slow everybody's search. */
export const searchDepth = 100

/** Reading pace, in words a minute. */
export const wordsPerMinute = 200

/** What the spec (section 2) says of the articles that come with Duo. An operator's own articles may be of any day and length. */
export interface BundledRules {
  firstDate: string
  lastDate: string
  /** Minutes. */
  minMinutes: number
  maxMinutes: number
}
export const bundledRules: BundledRules = { firstDate: '2024-05-23', lastDate: '2025-07-22', minMinutes: 4, maxMinutes: 12 }

/** As many as the index shows at most; who looks for more is better served by a category or the search. */
export const maxArticles = 60

/** What the index's address asks for; anything it does not know is dropped rather than refused. */
export interface IndexSearch {
  category?: Category | undefined
  q?: string | undefined
  /** How many articles: digits, because addresses are text. */
  shown?: string | undefined
}

const isCategory = (value: unknown): value is Category => categories.some((category) => category === value)

/** Reads the index's address. What says nothing (`?q=`, the first six) is left out, so that one list has one address. */
export function parseSearch({ category, q, shown }: Record<string, unknown>): IndexSearch {
  const words = typeof q === 'string' ? q.trim().slice(0, maxSearchLength) : ''
  const count = typeof shown === 'string' && /^\d{1,4}$/.test(shown) ? Math.min(Number(shown), maxArticles) : 0
  // said outright: what is left out here would stay in the search as it came
  return {
    category: isCategory(category) ? category : undefined,
    q: words || undefined,
    shown: count > firstPage ? String(count) : undefined,
  }
}

/** How many articles to show for an address. */
export const pageSizeOf = ({ shown }: IndexSearch) => (shown === undefined ? firstPage : Number(shown))

/** The same list with three more; none where there are no more, or where the list is as long as it gets. */
export const nextPageSearch = (search: IndexSearch, total: number): IndexSearch | null => {
  const shown = pageSizeOf(search)
  return shown < total && shown < maxArticles ? { ...search, shown: String(Math.min(shown + nextPage, maxArticles)) } : null
}

/** The longest search, in characters. */
export const maxSearchLength = 200

/** The author that is shown as a translated team label (spec, section 2). */
export const teamAuthor = 'duo-team'

/** What an article may be called in addresses. */
export const slugPattern = /^[a-z0-9-]{1,150}$/

/** An article's address; those without a language have none in it. */
export const articlePath = (slug: string, language: Locale | null) => (language ? `/blog/${language}/${slug}` : `/blog/${slug}`)

/** What an article's slug is known to be; one slug may name an article in each language. */
export interface SlugRecord {
  language: Locale
  slug: string
  isUntranslated: boolean
  pairSlug: string | null
}

/**
 * Where the article is that an address asked for by a slug and, maybe, a language (its own part of the address, else /pt in front):
 * a pair answers in the language asked for, else in the slug's own; a lone article has no language. Null when nobody knows the slug.
 */
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

/** Widths, in CSS pixels times density, in which article pictures exist; 16:9. */
export const imageWidths = [480, 800, 1200, 1600] as const
export const imageFormats = ['avif', 'webp', 'png'] as const

/** The address of one size of an article's picture; `image` is the article's own field (`/blog/images/<slug>`). */
export const imagePath = (image: string, width: number, format: (typeof imageFormats)[number]) => `${image}-${width}.${format}`

/** Articles with this many headings have a table of contents and show how far one has read. */
export const longArticleHeadings = 4

export const isLong = (headings: readonly unknown[]) => headings.length >= longArticleHeadings

/** An article's address as one network spreads it (spec, section 7); `source` is the network, or how else the link travels. */
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
