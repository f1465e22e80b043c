/** What is printed on a page, from above. */
export interface PrintedLine {
  text: string
  x?: number
  y: number
  size?: number
  font?: 'Helvetica' | 'Courier'
}

interface Options {
  /** Entries of the document's catalog, such as a script. */
  catalog?: string
  trailer?: string
  /** Further objects, from the number 100. */
  objects?: string[]
  /** As the list of pages says. */
  count?: number
  title?: string
  bookmarks?: { title: string; page: number }[]
}

const firstPage = 1000

const escaped = (text: string) => text.replace(/[\\()]/g, '\\$&')

export const contentOf = (lines: PrintedLine[]) =>
  lines
    .map(
      ({ text, x = 72, y, size = 11, font = 'Helvetica' }) =>
        `BT /${font === 'Courier' ? 'F2' : 'F1'} ${size} Tf ${x} ${y} Td (${escaped(text)}) Tj ET`,
    )
    .join('\n')

/** A PDF by hand: a page is its lines, or its drawing operators. */
export function pdf(pages: (PrintedLine[] | string)[], options: Options = {}): Uint8Array {
  const contents = pages.map((page) => (typeof page === 'string' ? page : contentOf(page)))
  const bookmarks = options.bookmarks ?? []
  const objects = new Map<number, string>([
    [1, `<< /Type /Catalog /Pages 2 0 R ${bookmarks.length > 0 ? '/Outlines 5 0 R' : ''} ${options.catalog ?? ''} >>`],
    [
      2,
      `<< /Type /Pages /Kids [${pages.map((_, place) => `${firstPage + place * 2} 0 R`).join(' ')}] /Count ${options.count ?? pages.length} >>`,
    ],
    [3, '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>'],
    [4, '<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding >>'],
    [5, `<< /Type /Outlines /First 500 0 R /Last ${499 + bookmarks.length} 0 R /Count ${bookmarks.length} >>`],
    [6, `<< /Title (${escaped(options.title ?? '')}) >>`],
    ...bookmarks.map(({ title, page }, place): [number, string] => [
      500 + place,
      `<< /Title (${escaped(title)}) /Parent 5 0 R ${place + 1 < bookmarks.length ? `/Next ${501 + place} 0 R` : ''} /Dest [${firstPage + (page - 1) * 2} 0 R /Fit] >>`,
    ]),
    ...(options.objects ?? []).map((object, place): [number, string] => [100 + place, object]),
    ...contents.flatMap((content, place): [number, string][] => [
      [
        firstPage + place * 2,
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R /F2 4 0 R >> /XObject << /Im 100 0 R >> >> /Contents ${firstPage + place * 2 + 1} 0 R >>`,
      ],
      [firstPage + place * 2 + 1, `<< /Length ${content.length} >>\nstream\n${content}\nendstream`],
    ]),
  ])
  let file = '%PDF-1.7\n'
  const offsets = new Map<number, number>()
  for (const [number, object] of objects) {
    offsets.set(number, file.length)
    file += `${number} 0 obj\n${object}\nendobj\n`
  }
  const start = file.length
  const table = [...offsets].map(([number, offset]) => `${number} 1\n${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  file += `xref\n0 1\n0000000000 65535 f \n${table}trailer\n<< /Size ${Math.max(...offsets.keys()) + 1} /Root 1 0 R /Info 6 0 R ${options.trailer ?? ''} >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(file, 'latin1')
}

/** Lines of running text, from above. */
export const printed = (texts: string[], from = 760): PrintedLine[] =>
  texts.map((text, place) => ({ text, y: from - place * 14 }))
