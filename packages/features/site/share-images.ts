import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { m } from '@duo/platform/i18n/messages.ts'
import { withLocale } from '@duo/platform/i18n/server.ts'
import { light as ink } from '@duo/platform/shared/brand.ts'
import { type Locale, locales } from '@duo/platform/shared/locale.ts'
import { agentPath, type Half, overlapPath } from '@duo/platform/shared/motif.ts'
import { shareImagePath } from '@duo/platform/shared/share-image.ts'
import { Resvg } from '@resvg/resvg-js'
import satori from 'satori'
import type { PublicPage } from '../shell/public-page.ts'

/** Size that every network crops well (spec, section 2). */
const size = { width: 1200, height: 630 }

/** Answers the PNG of a share image's address, or null when no public page has it. */
export type ShareImages = (address: string) => Promise<Uint8Array> | null

/**
 * The share images of these pages, drawn when first asked for and kept: a title in the display face beside the two shapes, which
 * meet a little differently on every page. Only addresses of the pages are drawn, so nobody can make the server draw more.
 */
export function createShareImages(pages: readonly PublicPage[]): ShareImages {
  const known = new Map(
    pages.flatMap((page) => locales.map((locale) => [shareImagePath(page.path, locale), { page, locale }] as const)),
  )
  const drawn = new Map<string, Promise<Uint8Array>>()
  return (address) => {
    const wanted = known.get(address)
    if (!wanted) return null
    const kept = drawn.get(address)
    if (kept) return kept
    const image = draw(wanted.page, wanted.locale)
    drawn.set(address, image)
    // a failed drawing is tried again by the next who asks; this one hears of the failure
    image.catch(() => drawn.delete(address))
    return image
  }
}

async function draw(page: PublicPage, locale: Locale): Promise<Uint8Array> {
  const { title, tagline } = withLocale(locale, () => ({ title: page.title(), tagline: m.shell_footer_tagline() }))
  const svg = await satori(card({ title, tagline, art: artOf(page.path) }), { ...size, fonts: await loadFonts() })
  return new Resvg(svg).render().asPng()
}

const box = (style: Record<string, unknown>, children?: unknown) => ({
  type: 'div',
  props: { style: { display: 'flex', ...style }, children },
})

/** The card as satori reads it: plain elements with inline styles. */
function card({ title, tagline, art }: { title: string; tagline: string; art: string }) {
  const headline = title.replace(/ [–|] Duo$/, '').replace(/^Duo [–|] (.)/, (_all, first: string) => first.toUpperCase())
  const fontSize = headline.length > 70 ? 52 : headline.length > 40 ? 62 : 76
  const picture = {
    type: 'img',
    key: null,
    props: {
      src: `data:image/svg+xml;base64,${Buffer.from(art).toString('base64')}`,
      ...size,
      style: { position: 'absolute', top: 0, left: 0 },
    },
  }
  return box({ ...size, backgroundColor: ink.paper, color: ink.ink, position: 'relative' }, [
    picture,
    box({ position: 'absolute', top: 64, left: 72, fontFamily: 'Fraunces', fontSize: 44 }, 'Duo'),
    box({ position: 'absolute', left: 72, bottom: 72, width: 640, flexDirection: 'column', gap: 28 }, [
      box({ fontFamily: 'Fraunces', fontSize, lineHeight: 1.08, letterSpacing: '-0.02em', textWrap: 'balance' }, headline),
      box({ fontFamily: 'Instrument Sans', fontSize: 26, lineHeight: 1.35, color: ink.muted, textWrap: 'balance' }, tagline),
    ]),
  ]) as Parameters<typeof satori>[0]
}

/** The motif on the right of the card; where the shapes stand follows from the page's path, so a page always looks the same. */
function artOf(path: string): string {
  const turn = (seedOf(path) % 100) / 100
  const person: Half = { x: 880 + turn * 60, y: 130 + turn * 60, r: 190 - turn * 30 }
  const agent: Half = { x: 1010 - turn * 30, y: 400 + turn * 30, r: 190 + turn * 40 }
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}"><circle cx="${person.x}" cy="${person.y}" r="${person.r}" fill="${ink.person}"/><path d="${agentPath(agent)}" fill="${ink.agent}"/><path d="${overlapPath(person, agent)}" fill="${ink.overlap}"/></svg>`
}

/** A small number that is the same for the same text (FNV-1a). */
const seedOf = (text: string) =>
  [...text].reduce((hash, char) => Math.imul(hash ^ char.charCodeAt(0), 16_777_619) >>> 0, 2_166_136_261)

/** The faces as files that satori reads (woff; it knows no woff2). */
async function loadFonts() {
  const { resolve } = createRequire(import.meta.url)
  const face = async (name: string, file: string, weight: 400 | 600) => ({
    name,
    weight,
    style: 'normal' as const,
    data: await readFile(resolve(file)),
  })
  return Promise.all([
    face('Fraunces', '@fontsource/fraunces/files/fraunces-latin-600-normal.woff', 600),
    face('Instrument Sans', '@fontsource/instrument-sans/files/instrument-sans-latin-400-normal.woff', 400),
  ])
}
