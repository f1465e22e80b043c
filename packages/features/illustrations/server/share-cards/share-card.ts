import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { light as ink } from '@duo/platform/shared/brand.ts'
import { renderAsync } from '@resvg/resvg-js'
import satori from 'satori'
import { markPng } from '../picture-mark.ts'

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

/** Leaves out the headline or the line if the font lacks one of its characters, which would be drawn as a box. */
export async function drawShareCard(card: ShareCard): Promise<Buffer> {
  const fonts = await loadFonts()
  const missing: string[] = []
  const loadAdditionalAsset = async (_language: string, segment: string) => {
    missing.push(...segment)
    return []
  }
  const whole = await satori(layout(card), { ...shareSize, fonts, loadAdditionalAsset })
  const drawable = (text: string) => (missing.some((letter) => text.includes(letter)) ? '' : text)
  const { headline, line } = card
  const part = { ...card, headline: drawable(headline), line: drawable(line) }
  const svg = missing.length > 0 ? await satori(layout(part), { ...shareSize, fonts }) : whole
  // satori has converted the text to outlines, so no fonts are needed
  return markPng((await renderAsync(svg, { font: { loadSystemFonts: false } })).asPng())
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
    box({ position: 'absolute', top: 64, left: 72, fontFamily: 'Fraunces', fontSize: 44 }, 'Duo'),
    box({ position: 'absolute', left: 72, bottom: 72, width: textWidth, flexDirection: 'column', gap: 28 }, [
      headline === '' ? null : box(headlineStyle(fontSize, headlineHeight - (note ? noteHeight : 0)), headline),
      box(
        { fontFamily: 'Instrument Sans', fontSize: 26, lineHeight: 1.35, color: ink.muted, textWrap: 'balance' },
        line === '' ? ' ' : line,
      ),
      note ? box({ fontFamily: 'Instrument Sans', fontSize: 26, lineHeight: 1.3, color: ink.ink }, note) : null,
    ]),
  ]) as Parameters<typeof satori>[0]
}

const headlineStyle = (fontSize: number, height: number) => ({
  display: 'block',
  fontFamily: 'Fraunces',
  fontSize,
  lineHeight,
  letterSpacing: '-0.02em',
  textWrap: 'balance',
  wordBreak: 'break-word',
  lineClamp: Math.floor(height / (fontSize * lineHeight)),
})

/** satori reads woff but not woff2. */
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
