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

/** The author that is shown as a translated team label (spec, section 2). */
export const teamAuthor = 'duo-team'

/** An article's address; those without a language have none in it. */
export const articlePath = (slug: string, language: Locale | null) => (language ? `/blog/${language}/${slug}` : `/blog/${slug}`)

/** Widths, in CSS pixels times density, in which article pictures exist; 16:9. */
export const imageWidths = [480, 800, 1200, 1600] as const
export const imageFormats = ['avif', 'webp', 'png'] as const

/** The address of one size of an article's picture; `image` is the article's own field (`/blog/images/<slug>`). */
export const imageAddress = (image: string, width: number, format: (typeof imageFormats)[number]) => `${image}-${width}.${format}`
