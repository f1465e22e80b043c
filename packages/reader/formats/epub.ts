import { posix } from 'node:path'
import { parseHTML } from 'linkedom'
import type { Block } from '../document.ts'
import { oneLine } from '../plain-text.ts'
import { RefusedError } from '../refused-error.ts'
import { unpack, xmlText } from './archive.ts'
import type { Opened, Part } from './format.ts'
import { parsePage } from './html.ts'
import { htmlBlocks } from './html-blocks.ts'

const wanted = /^(?:META-INF\/(?:container|encryption)\.xml|.+\.(?:opf|ncx|xhtml|html?|xml))$/i

/** The parts in the order of the book. An e-book has no pages: their number depends on the reader's screen. */
export function readEpub(bytes: Uint8Array): Opened {
  const parts = unpack(bytes, (name) => wanted.test(name))
  const text = (name: string) => {
    const part = parts.get(name)
    return part === undefined ? null : xmlText(part)
  }
  const packagePath = rootFile(text('META-INF/container.xml'))
  const source = text(packagePath)
  if (source === null) throw new RefusedError('broken')
  const book = xmlPage(source)
  const chapters = spine(book, packagePath)
  if (chapters.length === 0) throw new RefusedError('broken')
  if (isLocked(text('META-INF/encryption.xml'), chapters)) throw new RefusedError('password')
  const names = chapterNames(book, packagePath, text)
  const title = elements(book, 'dc:title').map((element) => oneLine(element.textContent ?? ''))[0]
  return { title: title || null, pages: null, parts: chapterParts(chapters, names, text) }
}

/** The names of elements are unique with their prefixes, so that an HTML parser reads them. */
const xmlPage = (text: string): Document =>
  parseHTML(
    `<!doctype html><html><body>${text.replace(/<\?xml[^>]*>|<!doctype[^>]*>/gi, '').replace(/<([\w:-]+)([^<>]*)\/>/g, '<$1$2></$1>')}</body></html>`,
  ).document

const elements = (document: Document, name: string): Element[] => [...document.getElementsByTagName(name)]

const attribute = (element: Element, name: string) => element.getAttribute(name) ?? ''

function rootFile(container: string | null): string {
  const [file] = container === null ? [] : elements(xmlPage(container), 'rootfile')
  return file ? attribute(file, 'full-path') : ''
}

/** A path in the archive, without the place within the part. */
function pathOf(base: string, reference: string): string {
  const [path = ''] = reference.split('#')
  try {
    return posix.join(posix.dirname(base), decodeURIComponent(path))
  } catch {
    return posix.join(posix.dirname(base), path)
  }
}

function spine(book: Document, base: string): string[] {
  const items = new Map(elements(book, 'item').map((item) => [attribute(item, 'id'), item]))
  return elements(book, 'itemref').flatMap((reference) => {
    const item = items.get(attribute(reference, 'idref'))
    const isContents = item && /(?:^|\s)nav(?:\s|$)/.test(attribute(item, 'properties'))
    return item && !isContents && attribute(reference, 'linear') !== 'no' ? [pathOf(base, attribute(item, 'href'))] : []
  })
}

/** Shops lock the chapters; locked fonts can be read without. */
function isLocked(encryption: string | null, chapters: string[]): boolean {
  if (encryption === null) return false
  return elements(xmlPage(encryption), 'cipherreference')
    .concat(elements(xmlPage(encryption), 'enc:cipherreference'))
    .some((reference) => chapters.includes(attribute(reference, 'URI').replace(/^\//, '')))
}

/** From the table of contents, for chapters whose text has no heading. */
function chapterNames(book: Document, base: string, text: (name: string) => string | null): Map<string, string> {
  const names = new Map<string, string>()
  const remember = (path: string, name: string) => {
    if (name !== '' && !names.has(path)) names.set(path, name)
  }
  for (const item of elements(book, 'item')) {
    const path = pathOf(base, attribute(item, 'href'))
    const isNcx = attribute(item, 'media-type') === 'application/x-dtbncx+xml'
    const isNav = /(?:^|\s)nav(?:\s|$)/.test(attribute(item, 'properties'))
    const source = isNcx || isNav ? text(path) : null
    if (source === null) continue
    const contents = xmlPage(source)
    for (const link of isNav ? elements(contents, 'a') : [])
      remember(pathOf(path, attribute(link, 'href')), oneLine(link.textContent ?? ''))
    for (const point of isNcx ? elements(contents, 'navpoint') : []) {
      const target = point.getElementsByTagName('content')[0]
      const label = point.getElementsByTagName('navlabel')[0]
      if (target && label) remember(pathOf(path, attribute(target, 'src')), oneLine(label.textContent ?? ''))
    }
  }
  return names
}

function* chapterParts(chapters: string[], names: Map<string, string>, text: (name: string) => string | null): Generator<Part> {
  for (const path of chapters) {
    const source = text(path)
    if (source === null) continue
    const body = parsePage(
      source.replace(/<\?xml[^>]*>/, '').replace(/<(title|script|style|a|div|p|span|iframe)\b([^<>]*)\/>/gi, '<$1$2></$1>'),
    ).body
    const name = names.get(path)
    const blocks = [...htmlBlocks(body)].map((block) => inChapter(block, name))
    yield { blocks, pagesRead: null }
  }
}

const inChapter = (block: Block, name: string | undefined): Block =>
  block.headings.length === 0 && name !== undefined ? { ...block, headings: [name] } : block
