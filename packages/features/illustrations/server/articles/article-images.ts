import { m } from '@duo/platform/i18n/messages.ts'
import { withLocale } from '@duo/platform/i18n/server.ts'
import type { FileCache } from '@duo/platform/server/files/file-cache.ts'
import { isLocale, type Locale } from '@duo/platform/shared/locale.ts'
import { imageFormats, imageWidths } from '#blog/rules.ts'
import { cachedDrawing, type Format, type Picture } from '../rasterize.ts'
import { articleShareCard } from '../share-cards/article-share-card.ts'
import { cachedShareCard } from '../share-cards/share-card.ts'
import { articleArt } from './article-art.ts'

/** Only existing articles are rendered, which bounds the work. */
export interface ArticleLookup {
  hasImage: (name: string) => Promise<boolean>
  find: (slug: string, language: Locale | null) => Promise<{ title: string; image: string } | null>
}

const imagePattern = /^\/blog\/images\/([a-z0-9-]{1,150})-(\d{1,5})\.([a-z]{1,5})$/
const sharePattern = /^\/share\/([a-z]{2})\/blog\/(?:([a-z]{2})\/)?([a-z0-9-]{1,150})\.png$/

/** Returns null for an unknown path. */
export function createArticleImages(articles: ArticleLookup, cache: FileCache) {
  async function image(name: string, width: number, format: Format): Promise<Picture | null> {
    if (!(await articles.hasImage(name))) return null
    return cachedDrawing(cache, articleArt(name), width, format)
  }

  async function shareImage(locale: Locale, language: Locale | null, slug: string): Promise<Picture | null> {
    const article = await articles.find(slug, language)
    if (!article) return null
    const line = withLocale(locale, () => m.shell_footer_tagline())
    const card = articleShareCard(article, line)
    return cachedShareCard(cache, card)
  }

  return async (address: string): Promise<Picture | null> => {
    const [, name, width, format] = imagePattern.exec(address) ?? []
    if (name !== undefined) {
      const [wide, kind] = [
        imageWidths.find((candidate) => String(candidate) === width),
        imageFormats.find((imageFormat) => imageFormat === format),
      ]
      return wide && kind ? image(name, wide, kind) : null
    }
    const [, locale, language = null, slug] = sharePattern.exec(address) ?? []
    if (!isLocale(locale) || slug === undefined) return null
    if (language === null) return shareImage(locale, null, slug)
    return language === locale ? shareImage(locale, locale, slug) : null
  }
}
