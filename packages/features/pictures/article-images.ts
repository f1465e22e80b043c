import { createHash } from 'node:crypto'
import { m } from '@duo/platform/i18n/messages.ts'
import { withLocale } from '@duo/platform/i18n/server.ts'
import type { FileCache } from '@duo/platform/server/file-cache.ts'
import { isLocale, type Locale } from '@duo/platform/shared/locale.ts'
import { renderAsync } from '@resvg/resvg-js'
import sharp from 'sharp'
import { imageFormats, imageWidths } from '../blog/rules.ts'
import { articleArt } from './article-art.ts'
import { articleShareCard } from './article-share-card.ts'
import { drawShareCard } from './share-card.ts'

/** What is known of articles; only pictures of those that exist are drawn, so nobody can make the server draw more. */
export interface KnownArticles {
  /** Whether an article has a picture of this name. */
  hasImage: (name: string) => Promise<boolean>
  /** The article at `/blog/<language>/<slug>`, or at `/blog/<slug>` with null; `image` is its own field (`/blog/images/<name>`). */
  find: (slug: string, language: Locale | null) => Promise<{ title: string; image: string } | null>
}

export interface Picture {
  type: string
  /** Changes when the picture does, whatever the reason; known before anything is drawn. */
  etag: string
  load: () => Promise<Buffer>
}

type Format = (typeof imageFormats)[number]

/**
 * How each format is written: flat colours and hard edges, so colour keeps its full resolution, and PNG gets by with a palette. Part of a
 * picture's name in the cache.
 */
const writing = {
  avif: { quality: 52, effort: 2, chromaSubsampling: '4:4:4' },
  webp: { quality: 74, effort: 4, smartSubsample: true },
  png: { palette: true, colours: 128, effort: 4, dither: 0 },
} as const satisfies Record<Format, object>

const imageAddress = /^\/blog\/images\/([a-z0-9-]{1,150})-(\d{1,5})\.([a-z]{1,5})$/
const shareAddress = /^\/share\/([a-z]{2})\/blog\/(?:([a-z]{2})\/)?([a-z0-9-]{1,150})\.png$/

/** The pictures of articles and of links to them, by address; null where there is none. */
export function createArticleImages(articles: KnownArticles, cache: FileCache) {
  const kept = (type: string, ending: string, of: string, draw: () => Promise<Buffer>): Picture => {
    const name = `${createHash('sha256').update(of).digest('hex').slice(0, 32)}.${ending}`
    return { type, etag: `"${name}"`, load: () => cache(name, draw) }
  }

  async function image(name: string, width: number, format: Format): Promise<Picture | null> {
    if (!(await articles.hasImage(name))) return null
    const svg = articleArt(name)
    const how = JSON.stringify([width, format, writing[format]])
    return kept(`image/${format}`, format, how + svg, () => drawImage(svg, width, format))
  }

  async function shareImage(locale: Locale, language: Locale | null, slug: string): Promise<Picture | null> {
    const article = await articles.find(slug, language)
    if (!article) return null
    const line = withLocale(locale, () => m.shell_footer_tagline())
    const card = articleShareCard(article, line)
    return kept('image/png', 'png', JSON.stringify(card), () => drawShareCard(card))
  }

  return async (address: string): Promise<Picture | null> => {
    const [, name, width, format] = imageAddress.exec(address) ?? []
    if (name !== undefined) {
      const [wide, kind] = [imageWidths.find((known) => String(known) === width), imageFormats.find((known) => known === format)]
      return wide && kind ? image(name, wide, kind) : null
    }
    const [, locale, language = null, slug] = shareAddress.exec(address) ?? []
    if (!isLocale(locale) || slug === undefined) return null
    if (language === null) return shareImage(locale, null, slug)
    // an article with a language is shown in no other
    return language === locale ? shareImage(locale, locale, slug) : null
  }
}

/** One size of a drawing in one format. Both steps run beside the event loop. */
async function drawImage(svg: string, width: number, format: Format): Promise<Buffer> {
  const drawn = await renderAsync(svg, { font: { loadSystemFonts: false }, fitTo: { mode: 'width', value: width } })
  const raw = { width: drawn.width, height: drawn.height, channels: 4 as const }
  return sharp(drawn.pixels, { raw }).removeAlpha().toFormat(format, writing[format]).toBuffer()
}
