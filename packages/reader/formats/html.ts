import { Readability } from '@mozilla/readability'
import { parseHTML } from 'linkedom'
import type { Block } from '../document.ts'
import { oneLine } from '../plain-text.ts'
import { inParts, type Opened } from './format.ts'
import { htmlBlocks } from './html-blocks.ts'
import { isVisible } from './html-elements.ts'

/** The search for the article in a page needs more time than the page's size; a page this large is a document. */
const largestPage = 2_000_000
/** The search has found a part only, such as one of several articles, below this share of the page's text. */
const enoughOfPage = 0.6
/** The search's time grows with the square of the depth. */
const deepestPage = 300

export function readHtml(text: string): Opened {
  const document = parsePage(text.replaceAll('\0', ''))
  const title = oneLine(document.title ?? '') || null
  const whole = [...htmlBlocks(rootOf(document))]
  return { title, pages: null, parts: inParts(articleOf(document, whole, text.length) ?? whole) }
}

/** A part of a page is a page, too. */
export function parsePage(text: string): Document {
  const isWhole = /<(?:html|body)\b/i.test(text.slice(0, 20_000))
  return parseHTML(isWhole ? text : `<!doctype html><html><body>${text}</body></html>`).document
}

function articleOf(document: Document, whole: Block[], size: number): Block[] | null {
  if (size > largestPage || isDeep(document.body)) return null
  // the library removes every `style`, and with it the sign that an element is invisible
  for (const element of document.querySelectorAll('[style]')) if (!isVisible(element)) element.remove()
  const article = new Readability<Element>(document, { serializer: elementOf }).parse()
  if (!article?.content) return null
  const blocks = [...htmlBlocks(article.content)]
  return lengthOf(blocks) >= lengthOf(whole) * enoughOfPage ? withHeadings(blocks, whole) : null
}

/** A page may leave out its body's tag. */
const rootOf = ({ body, documentElement }: Document): Element => (body.childNodes.length > 0 ? body : documentElement)

function isDeep(root: Element): boolean {
  const steps = [{ element: root, depth: 0 }]
  for (let step = steps.pop(); step; step = steps.pop()) {
    const { element, depth } = step
    if (depth > deepestPage) return true
    for (const child of element.children) steps.push({ element: child, depth: depth + 1 })
  }
  return false
}

const lengthOf = (blocks: Block[]) => blocks.reduce((length, { text }) => length + text.length, 0)

/** The library leaves out a heading that repeats the title. */
function withHeadings(blocks: Block[], whole: Block[]): Block[] {
  const ofText = new Map(whole.map(({ text, headings }) => [text, headings]))
  const ofHeading = new Map(whole.map(({ headings }) => [headings.at(-1), headings]))
  return blocks.map((block) => ({
    ...block,
    headings: ofText.get(block.text) ?? ofHeading.get(block.headings.at(-1)) ?? block.headings,
  }))
}

function elementOf(node: Node): Element {
  const { ownerDocument } = node
  if (node instanceof Object && 'getAttribute' in node && 'children' in node) return node as Element
  return ownerDocument?.createElement('div') ?? parsePage('').body
}
