import type { Block } from '../document.ts'
import { hasWords, manyLines, oneLine } from '../plain-text.ts'
import { noPlace } from './format.ts'
import { isDataTable, isElement, isUnread, isVisible, tableRows } from './html-elements.ts'

const blockNames = new Set(
  'address,article,aside,blockquote,body,br,caption,center,dd,details,dialog,div,dl,dt,fieldset,figcaption,figure,footer,form,header,hr,html,legend,li,main,menu,ol,p,section,summary,table,tbody,td,tfoot,th,thead,tr,ul'.split(
    ',',
  ),
)
const lists = new Set(['ul', 'ol', 'dl', 'menu'])

/** More links than text: a table of contents or a menu. */
const menuItems = 4
const menuShare = 0.85

interface State {
  path: { level: number; text: string }[]
  /** Text of the present line. */
  line: string
  /** Complete lines of the present block, which has several in a list. */
  lines: string[]
  openLists: { name: string; items: number }[]
  linked: number
  inLink: number
}

/** Without recursion: a page may nest deeper than the stack. */
export function* htmlBlocks(root: Element): Generator<Block> {
  const state: State = { path: [], line: '', lines: [], openLists: [], linked: 0, inLink: 0 }
  const steps: { node: Node; isEnd: boolean }[] = [{ node: root, isEnd: false }]
  for (let step = steps.pop(); step; step = steps.pop()) {
    const { node, isEnd } = step
    if (!isElement(node)) {
      if (node.nodeType === 3) addText(state, node.textContent ?? '')
      continue
    }
    const name = node.localName.toLowerCase()
    if (isEnd) {
      if (name === 'a' && isInside(node)) state.inLink -= 1
      if (blockNames.has(name)) yield* endOf(state, name)
      continue
    }
    if (isUnread(name) || !isVisible(node)) continue
    const whole = wholeText(node, name)
    if (whole !== null) {
      yield* endBlock(state)
      if (/^h[1-6]$/.test(name)) openSection(state, Number(name[1]), whole)
      else if (hasWords(whole)) yield blockOf(state, whole)
      continue
    }
    if (name === 'a' && isInside(node)) state.inLink += 1
    if (blockNames.has(name)) yield* beginningOf(state, name)
    steps.push({ node, isEnd: true })
    for (const child of [...node.childNodes].toReversed()) steps.push({ node: child, isEnd: false })
  }
  yield* endBlock(state)
}

/** Of an element whose contents are read at once. */
function wholeText(element: Element, name: string): string | null {
  if (/^h[1-6]$/.test(name)) return oneLine(element.textContent ?? '').replace(/\s*[¶#]$/, '')
  if (name === 'pre') return manyLines(element.textContent ?? '', true)
  return name === 'table' && isDataTable(element) ? tableRows(element) : null
}

function addText(state: State, text: string) {
  state.line += text
  if (state.inLink > 0) state.linked += text.trim().length
}

const isInside = (link: Element) => !/^[a-z]+:/i.test(link.getAttribute('href') ?? 'none:')

function* beginningOf(state: State, name: string): Generator<Block> {
  if (lists.has(name)) {
    if (state.openLists.length === 0) yield* endBlock(state)
    else endLine(state)
    state.openLists.push({ name, items: 0 })
    return
  }
  if (state.openLists.length === 0) yield* endBlock(state)
  // a paragraph in an item follows its sign
  else if (!/^(?:•|\d+\.) $/.test(state.line)) endLine(state)
  const list = state.openLists.at(-1)
  if (name !== 'li' || !list) return
  list.items += 1
  state.line = list.name === 'ol' ? `${list.items}. ` : '• '
}

function* endOf(state: State, name: string): Generator<Block> {
  if (name === 'br') return
  if (state.openLists.length === 0) yield* endBlock(state)
  else endLine(state)
  if (!lists.has(name)) return
  const list = state.openLists.pop()
  if (state.openLists.length > 0) return
  const texts = state.lines.map((line) => line.replace(/^(?:•|\d+\.) /, ''))
  const isMenu = list && texts.length >= menuItems && state.linked > texts.join('').length * menuShare
  if (isMenu) state.lines = []
  yield* endBlock(state)
}

function endLine(state: State) {
  const line = oneLine(state.line)
  if (hasWords(line)) state.lines.push(line)
  state.line = ''
}

function* endBlock(state: State): Generator<Block> {
  endLine(state)
  if (state.lines.length > 0) yield blockOf(state, state.lines.join('\n'))
  state.lines = []
  state.linked = 0
}

const blockOf = (state: State, text: string): Block => ({ ...noPlace, headings: state.path.map((part) => part.text), text })

function openSection(state: State, level: number, text: string) {
  state.path = state.path.filter((part) => part.level < level)
  if (text !== '') state.path.push({ level, text })
}
