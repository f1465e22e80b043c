import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { FileCache } from '@duo/platform/server/files/file-cache.ts'
import { light as ink } from '@duo/platform/shared/brand.ts'
import { renderAsync } from '@resvg/resvg-js'
import satori from 'satori'
import { markPng } from '../picture-mark.ts'
import { cachedPicture, type Picture } from '../rasterize.ts'

/** Crops well on every network (spec, section 2). */
export const shareSize = { width: 1200, height: 630 }

export interface ShareCard {
  headline: string
  line: string
  /** Below the line: what kind of thing it is. */
  note?: string
  /** SVG, 1200×630; the text covers its left side. */
  art: string
  textWidth: number
  fontSize: number
}

/** Other fonts make another picture. */
export const cachedShareCard = (cache: FileCache, card: ShareCard): Picture =>
  cachedPicture(cache, 'image/png', 'png', JSON.stringify([card, faces]), () => drawShareCard(card))

/** Leaves out emoji, and the headline or the line whole if the fonts lack one of its letters: it would be drawn as a box. */
export async function drawShareCard(card: ShareCard): Promise<Buffer> {
  const fonts = await loadFonts()
  const missing = new Set<string>()
  const loadAdditionalAsset = async (_language: string, segment: string) => {
    for (const sign of segment) missing.add(sign)
    return []
  }
  const whole = await satori(layout(card), { ...shareSize, fonts, loadAdditionalAsset })
  const { headline, line } = card
  const part = { ...card, headline: drawablePart(headline, missing), line: drawablePart(line, missing) }
  const svg = missing.size > 0 ? await satori(layout(part), { ...shareSize, fonts }) : whole
  // satori has converted the text to outlines, so no fonts are needed
  return markPng((await renderAsync(svg, { font: { loadSystemFonts: false } })).asPng())
}

const emoji = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|\u200d|\ufe0f/u

function drawablePart(text: string, missing: ReadonlySet<string>): string {
  const rest = [...text].filter((sign) => !missing.has(sign) || !emoji.test(sign))
  return rest.some((sign) => missing.has(sign)) ? '' : rest.join('').replace(/\s+/g, ' ').trim()
}

const box = (style: Record<string, unknown>, children?: unknown) => ({
  type: 'div',
  props: { style: { display: 'flex', ...style }, children },
})

const lineHeight = 1.08

/** Between the wordmark and the line below the headline. */
const headlineHeight = 310

const noteHeight = 62

function layout({ headline, line, note, art, textWidth, fontSize }: ShareCard) {
  const picture = {
    type: 'img',
    key: null,
    props: {
      src: `data:image/svg+xml;base64,${Buffer.from(art).toString('base64')}`,
      ...shareSize,
      style: { position: 'absolute', top: 0, left: 0 },
    },
  }
  return box({ ...shareSize, backgroundColor: ink.paper, color: ink.ink, position: 'relative' }, [
    picture,
    box({ position: 'absolute', top: 64, left: 72, fontFamily: familyOf('headline'), fontSize: 44 }, 'Duo'),
    box({ position: 'absolute', left: 72, bottom: 72, width: textWidth, flexDirection: 'column', gap: 28 }, [
      headline === '' ? null : box(headlineStyle(fontSize, headlineHeight - (note ? noteHeight : 0)), headline),
      box(
        { fontFamily: familyOf('text'), fontSize: 26, lineHeight: 1.35, color: ink.muted, textWrap: 'balance' },
        line === '' ? ' ' : line,
      ),
      note ? box({ fontFamily: familyOf('text'), fontSize: 26, lineHeight: 1.3, color: ink.ink }, note) : null,
    ]),
  ]) as Parameters<typeof satori>[0]
}

const headlineStyle = (fontSize: number, height: number) => ({
  display: 'block',
  fontFamily: familyOf('headline'),
  fontSize,
  lineHeight,
  letterSpacing: '-0.02em',
  textWrap: 'balance',
  wordBreak: 'break-word',
  lineClamp: Math.floor(height / (fontSize * lineHeight)),
})

const scripts = ['greek', 'greek-ext', 'cyrillic', 'cyrillic-ext']

/** The files of each face: satori takes a letter from the first that has it. Literata has the Greek and Cyrillic ones that ours lack. */
const faces = {
  headline: [
    ...['latin', 'latin-ext', 'vietnamese'].map((part) => `fraunces/files/fraunces-${part}-600-normal`),
    ...scripts.map((part) => `literata/files/literata-${part}-600-normal`),
  ],
  text: [
    ...['latin', 'latin-ext'].map((part) => `instrument-sans/files/instrument-sans-${part}-400-normal`),
    ...['vietnamese', ...scripts].map((part) => `literata/files/literata-${part}-400-normal`),
  ],
}

const familyOf = (face: keyof typeof faces) => faces[face].map((file) => `"${file}"`).join(', ')

/** satori reads woff but not woff2, writes neither from right to left nor joined letters, and knows one file a family. */
function loadFonts() {
  const { resolve } = createRequire(import.meta.url)
  return Promise.all(
    [...faces.headline, ...faces.text].map(async (name) => ({
      name,
      weight: 400 as const,
      style: 'normal' as const,
      data: await readFile(resolve(`@fontsource/${name}.woff`)),
    })),
  )
}
