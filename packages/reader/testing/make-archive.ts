import { type Zippable, zipSync } from 'fflate'

type Parts = Record<string, string | Uint8Array>

const bytesOf = (part: string | Uint8Array) => (typeof part === 'string' ? new TextEncoder().encode(part) : part)

export const archive = (parts: Parts): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, bytesOf(part)])) satisfies Zippable)

const wordNamespace = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'

const contentTypes = `<?xml version="1.0" encoding="UTF-8"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`

const relations = `<?xml version="1.0" encoding="UTF-8"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`

const styles = `<?xml version="1.0" encoding="UTF-8"?><w:styles ${wordNamespace}>${['heading 1', 'heading 2', 'toc 1'].map((name) => `<w:style w:type="paragraph" w:styleId="${name.replace(' ', '')}"><w:name w:val="${name}"/></w:style>`).join('')}</w:styles>`

export const wordParagraph = (text: string, style?: 'heading1' | 'heading2' | 'toc1') =>
  `<w:p>${style ? `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>` : ''}<w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`

export const wordDocument = (body: string, doctype = '') =>
  `<?xml version="1.0" encoding="UTF-8"?>${doctype}<w:document ${wordNamespace}><w:body>${body}</w:body></w:document>`

/** A document of Word, with the parts that its own programs write. */
export const docx = (document: string, more: Parts = {}): Uint8Array =>
  archive({
    '[Content_Types].xml': contentTypes,
    '_rels/.rels': relations,
    'word/document.xml': document,
    'word/styles.xml': styles,
    ...more,
  })

interface Book {
  /** HTML by file name, in the order of reading. */
  chapters: Record<string, string>
  title?: string
  more?: Parts
}

export function epub({ chapters, title = 'A book', more = {} }: Book): Uint8Array {
  const names = Object.keys(chapters)
  const items = names.map((name, place) => `<item id="c${place}" href="${name}" media-type="application/xhtml+xml"/>`).join('')
  const order = names.map((_, place) => `<itemref idref="c${place}"/>`).join('')
  const list = `<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${title}</dc:title></metadata><manifest>${items}<item id="toc" href="toc.ncx" media-type="application/x-dtbncx+xml"/></manifest><spine toc="toc">${order}</spine></package>`
  const contents = `<?xml version="1.0"?><ncx xmlns="http://www.daisy.org/z3986/2005/ncx/"><navMap>${names.map((name, place) => `<navPoint id="n${place}"><navLabel><text>Chapter ${place + 1}</text></navLabel><content src="${name}"/></navPoint>`).join('')}</navMap></ncx>`
  return archive({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': `<?xml version="1.0"?><container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="OEBPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>`,
    'OEBPS/book.opf': list,
    'OEBPS/toc.ncx': contents,
    ...Object.fromEntries(names.map((name) => [`OEBPS/${name}`, chapters[name] ?? ''])),
    ...more,
  })
}

export const chapter = (body: string, doctype = '<!DOCTYPE html>') =>
  `<?xml version="1.0" encoding="UTF-8"?>${doctype}<html xmlns="http://www.w3.org/1999/xhtml"><head><title>t</title></head><body>${body}</body></html>`
