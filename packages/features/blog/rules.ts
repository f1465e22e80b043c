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
export interface HouseRules {
  firstDate: string
  lastDate: string
  /** Minutes. */
  shortest: number
  longest: number
}
export const houseRules: HouseRules = { firstDate: '2024-05-23', lastDate: '2025-07-22', shortest: 4, longest: 12 }

/** The author that is shown as a translated team label (spec, section 2). */
export const teamAuthor = 'duo-team'

/** An article's address; those without a language have none in it. */
export const articlePath = (slug: string, language: Locale | null) => (language ? `/blog/${language}/${slug}` : `/blog/${slug}`)

/** What an article's slug is known to be; one slug may name an article in each language. */
export interface KnownSlug {
  language: Locale
  slug: string
  lone: boolean
  pairSlug: string | null
}

/**
 * Where the article is that an address asked for by a slug and, maybe, a language (its own part of the address, else /pt in front):
 * a pair answers in the language asked for, else in the slug's own; a lone article has no language. Null when nobody knows the slug.
 */
export function articlePlace(
  known: readonly KnownSlug[],
  wanted: Locale | null,
): { language: Locale | null; slug: string } | null {
  const one = known.find(({ language, lone }) => !lone && language === wanted) ?? known.find(({ lone }) => lone) ?? known[0]
  if (!one) return null
  if (one.lone || one.pairSlug === null) return { language: null, slug: one.slug }
  if (wanted === null || wanted === one.language) return { language: one.language, slug: one.slug }
  return { language: wanted, slug: one.pairSlug }
}

/** Widths, in CSS pixels times density, in which article pictures exist; 16:9. */
export const imageWidths = [480, 800, 1200, 1600] as const
export const imageFormats = ['avif', 'webp', 'png'] as const

/** The address of one size of an article's picture; `image` is the article's own field (`/blog/images/<slug>`). */
export const imageAddress = (image: string, width: number, format: (typeof imageFormats)[number]) => `${image}-${width}.${format}`
