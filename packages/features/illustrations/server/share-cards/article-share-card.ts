import { articleArt, focusOf } from '../articles/article-art.ts'
import { sheet } from '../svg.ts'
import { type ShareCard, shareSize } from './share-card.ts'

/** The picture starts here and runs beyond the other three edges. */
const left = 596
const inset = 210

export function articleShareCard({ title, image }: { title: string; image: string }, line: string): ShareCard {
  const fontSize = title.length > 70 ? 48 : title.length > 40 ? 56 : 68
  return {
    headline: title,
    line,
    art: ofArticle(image.slice(image.lastIndexOf('/') + 1)),
    textWidth: framedTextWidth,
    fontSize,
  }
}

const ofArticle = (name: string) => framePicture(articleArt(name), { ...sheet, focus: focusOf(name) })

export const framedTextWidth = left - 72 - 40

interface Framed {
  width: number
  height: number
  /** What stays in view: 0 to 1, from the left. */
  focus: number
}

/** Crops a drawing of this size to the picture of a card. */
export function framePicture(art: string, drawing: Framed): string {
  const { width, height } = shareSize
  const shown = (drawing.height * (width - left)) / height
  const from = Math.max(0, Math.min(drawing.width - shown, drawing.focus * drawing.width - shown / 2))
  const frame = `M${width} 0H${left + inset}A${inset} ${inset} 0 0 0 ${left} ${inset}V${height - 28}a28 28 0 0 0 28 28H${width}Z`
  const picture = `<svg x="${left}" y="0" width="${width - left}" height="${height}" viewBox="${Math.round(from)} 0 ${Math.round(shown)} ${drawing.height}">${art}</svg>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><clipPath id="frame"><path d="${frame}"/></clipPath><g clip-path="url(#frame)">${picture}</g></svg>`
}
