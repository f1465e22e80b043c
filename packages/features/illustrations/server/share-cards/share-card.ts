import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { light as ink } from '@duo/platform/shared/brand.ts'
import { renderAsync } from '@resvg/resvg-js'
import satori from 'satori'

/** Size that every network crops well (spec, section 2). */
export const shareSize = { width: 1200, height: 630 }

export interface ShareCard {
  headline: string
  /** A line below the headline. */
  line: string
  /** The whole card's drawing as SVG, 1200×630; headline and line stand on its left. */
  art: string
  /** How much of the width the words have, and how large the headline is. */
  textWidth: number
  fontSize: number
}

/** A title in the display face beside a drawing, as PNG: what a network shows for a link to us. */
export async function drawShareCard(card: ShareCard): Promise<Buffer> {
  const svg = await satori(layout(card), { ...shareSize, fonts: await loadFonts() })
  // the words are outlines by now; drawn beside the event loop
  return (await renderAsync(svg, { font: { loadSystemFonts: false } })).asPng()
}

const box = (style: Record<string, unknown>, children?: unknown) => ({
  type: 'div',
  props: { style: { display: 'flex', ...style }, children },
})

/** The card as satori reads it: plain elements with inline styles. */
function layout({ headline, line, art, textWidth, fontSize }: ShareCard) {
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
      box({ fontFamily: 'Fraunces', fontSize, lineHeight: 1.08, letterSpacing: '-0.02em', textWrap: 'balance' }, headline),
      box({ fontFamily: 'Instrument Sans', fontSize: 26, lineHeight: 1.35, color: ink.muted, textWrap: 'balance' }, line),
    ]),
  ]) as Parameters<typeof satori>[0]
}

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
