import { zipSync } from 'fflate'
import mammoth from 'mammoth'
import { RefusedError } from '../refused-error.ts'
import { unpack, xmlText } from './archive.ts'
import { inParts, type Opened } from './format.ts'
import { parsePage } from './html.ts'
import { htmlBlocks } from './html-blocks.ts'

/** The text and what it refers to; no pictures, fonts, macros or embedded files. */
const wanted =
  /^(?:\[Content_Types\]\.xml|_rels\/\.rels|word\/(?:_rels\/)?(?:document|styles|numbering|footnotes|endnotes)\d*\.xml(?:\.rels)?)$/

const styles = [
  "p[style-name='Title'] => h1:fresh",
  "p[style-name='Subtitle'] => p:fresh",
  // a table of contents
  "p[style-name^='toc'] => !",
  "p[style-name^='TOC'] => !",
  "p[style-name='table of figures'] => !",
  "r[style-name='annotation reference'] => !",
]

const noPicture = mammoth.images.imgElement(() => Promise.resolve({ src: '' }))

export async function readDocx(bytes: Uint8Array): Promise<Opened> {
  const parts = unpack(bytes, (name) => wanted.test(name))
  for (const part of parts.values()) xmlText(part)
  if (parts.size === 0) throw new RefusedError('broken')
  // the library gets an archive of the checked parts alone
  const checked = zipSync(Object.fromEntries(parts), { level: 0 })
  const html = await toHtml(checked)
  const page = parsePage(`<!doctype html><html><body>${html}</body></html>`)
  return { title: null, pages: null, parts: inParts(htmlBlocks(page.body)) }
}

async function toHtml(archive: Uint8Array): Promise<string> {
  try {
    const { value } = await mammoth.convertToHtml({ buffer: Buffer.from(archive) }, { styleMap: styles, convertImage: noPicture })
    return value
  } catch {
    throw new RefusedError('broken')
  }
}
