import { m } from '@duo/platform/i18n/messages.ts'
import { withLocale } from '@duo/platform/i18n/server.ts'
import { light as ink } from '@duo/platform/shared/brand.ts'
import { type Locale, locales } from '@duo/platform/shared/locale.ts'
import { agentPath, type Half, overlapPath } from '@duo/platform/shared/motif.ts'
import { shareImagePath } from '@duo/platform/shared/share-image.ts'
import { fnv1a } from '@duo/platform/shared/text/fnv1a.ts'
import { drawShareCard, shareSize } from '../../illustrations/server/share-cards/share-card.ts'
import type { PublicPage } from '../../shell/public-page.ts'

/** Returns null for a path that is not the share image of a public page. */
export type ShareImages = (address: string) => Promise<Uint8Array> | null

/** Renders a share image on the first request and caches it. Only pages' own paths are rendered, which bounds the work. */
export function createShareImages(pages: readonly PublicPage[]): ShareImages {
  const pagesByPath = new Map(
    pages.flatMap((page) => locales.map((locale) => [shareImagePath(page.path, locale), { page, locale }] as const)),
  )
  const pathPattern = new Map<string, Promise<Uint8Array>>()
  return (address) => {
    const match = pagesByPath.get(address)
    if (!match) return null
    const cached = pathPattern.get(address)
    if (cached) return cached
    const image = draw(match.page, match.locale)
    pathPattern.set(address, image)
    image.catch(() => pathPattern.delete(address))
    return image
  }
}

function draw(page: PublicPage, locale: Locale): Promise<Uint8Array> {
  const { title, line } = withLocale(locale, () => ({ title: page.title(), line: m.shell_footer_tagline() }))
  const headline = title.replace(/ [–|] Duo$/, '').replace(/^Duo [–|] (.)/, (_all, first: string) => first.toUpperCase())
  const fontSize = headline.length > 70 ? 52 : headline.length > 40 ? 62 : 76
  return drawShareCard({ headline, line, art: artOf(page.path), textWidth: 640, fontSize })
}

/** Derived from the path, so that a page's image never changes. */
function artOf(path: string): string {
  const rotation = (fnv1a(path) % 100) / 100
  const person: Half = { x: 880 + rotation * 60, y: 130 + rotation * 60, r: 190 - rotation * 30 }
  const agent: Half = { x: 1010 - rotation * 30, y: 400 + rotation * 30, r: 190 + rotation * 40 }
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${shareSize.width}" height="${shareSize.height}"><circle cx="${person.x}" cy="${person.y}" r="${person.r}" fill="${ink.person}"/><path d="${agentPath(agent)}" fill="${ink.agent}"/><path d="${overlapPath(person, agent)}" fill="${ink.overlap}"/></svg>`
}
