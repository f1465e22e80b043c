import { getResolvedPDFJS } from 'unpdf'
import { openPdf, type Pdf } from './open-pdf.ts'

/** A document with more pages without text is a scan, whose pages need no look. */
const mostLooks = 40

type Operators = Awaited<ReturnType<typeof getResolvedPDFJS>>['OPS']
const drawsNothing = (operators: Operators) =>
  new Set([
    operators.save,
    operators.restore,
    operators.transform,
    operators.setLineWidth,
    operators.setGState,
    operators.setFillRGBColor,
    operators.setStrokeRGBColor,
    operators.beginText,
    operators.endText,
    operators.setFont,
    operators.dependency,
    operators.beginMarkedContent,
    operators.beginMarkedContentProps,
    operators.endMarkedContent,
  ])

/** Tells an empty page, such as the back of a chapter's last leaf, from a picture of text. */
export function blankPages(pdf: Pdf, bytes: Uint8Array) {
  let looks = 0
  let strict: Promise<Pdf> | null = null
  return async (number: number): Promise<boolean> => {
    looks += 1
    if (looks > mostLooks) return false
    try {
      // both leave pictures packed; the strict one leaves out the whole page with them
      strict ??= openPdf(bytes, { stopAtErrors: true })
      const [drawn, drawnStrictly] = [await operatorsOf(pdf, number), await operatorsOf(await strict, number)]
      const nothing = drawsNothing((await getResolvedPDFJS()).OPS)
      return drawn.length === drawnStrictly.length && drawn.every((operator) => nothing.has(operator))
    } catch {
      return false
    }
  }
}

const operatorsOf = async (pdf: Pdf, number: number): Promise<number[]> =>
  (await (await pdf.getPage(number)).getOperatorList()).fnArray
