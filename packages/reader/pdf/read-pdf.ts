import type { SourceBlock } from '../document.ts'
import type { Opened, Part } from '../formats/format.ts'
import { hasWords, oneLine } from '../plain-text.ts'
import { blankPages } from './blank-pages.ts'
import { pageBlocks } from './blocks.ts'
import { withoutContents } from './contents-lines.ts'
import { headingReader } from './headings.ts'
import { lineJoiner } from './hyphens.ts'
import { openPdf, type Pdf } from './open-pdf.ts'
import { bookmarks } from './outline.ts'
import { type Line, pageLines } from './page-lines.ts'
import { runningLines } from './running-lines.ts'

/** Pages that are looked at before one is read, because only then it shows which lines each page repeats. */
const ahead = 10
/** Pages after which the library forgets fonts and pictures. */
const cleanupEvery = 100

export async function readPdf(bytes: Uint8Array): Promise<Opened> {
  const pdf = await openPdf(bytes)
  return { title: await titleOf(pdf), pages: pdf.numPages, parts: pages(pdf, blankPages(pdf, bytes)) }
}

async function titleOf(pdf: Pdf): Promise<string | null> {
  try {
    const { info } = await pdf.getMetadata()
    const title = 'Title' in info && typeof info.Title === 'string' ? oneLine(info.Title) : ''
    const name = title
      .replace(/^Microsoft (?:Office )?(?:Word|PowerPoint) - /, '')
      .replace(/\.(?:docx?|pptx?|odt|pdf|tex|indd)$/i, '')
    return hasWords(name) && !/^(?:untitled|sem t[íi]tulo|document\d*)$/i.test(name) ? name : null
  } catch {
    return null
  }
}

async function* pages(pdf: Pdf, isBlank: (page: number) => Promise<boolean>): AsyncGenerator<Part> {
  const headings = headingReader(await bookmarks(pdf))
  const running = runningLines(pdf.numPages)
  const joiner = lineJoiner()
  const waiting: Line[][] = []
  let held: SourceBlock | null = null
  let loaded = 0
  for (let page = 1; page <= pdf.numPages; page++) {
    while (loaded < Math.min(pdf.numPages, page + ahead)) {
      loaded += 1
      const lines = await linesOf(pdf, loaded)
      waiting.push(lines)
      running.learn(lines)
      headings.learn(lines)
      for (const { text } of lines) joiner.learn(text)
    }
    if (page % cleanupEvery === 0) await pdf.cleanup()
    const printed = waiting.shift() ?? []
    running.forget(page - ahead)
    const lines = withoutContents(running.without(printed))
    const blocks = pageBlocks(headings.split(lines, page), { textSize: headings.textSize(), held, join: joiner.join })
    const isPicture = !printed.some(({ text }) => hasWords(text)) && !(await isBlank(page))
    // the last paragraph may end on the next page
    held = blocks.pop() ?? null
    yield { blocks, pagesRead: page, emptyPages: isPicture ? [page] : [] }
  }
  if (held) yield { blocks: [held], pagesRead: pdf.numPages }
}

/** A damaged page is like one without text: the others can be read. */
async function linesOf(pdf: Pdf, page: number): Promise<Line[]> {
  try {
    return await pageLines(pdf, page)
  } catch {
    return []
  }
}
