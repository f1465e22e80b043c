import { oneLine } from '../plain-text.ts'
import { tableText } from './table-text.ts'

/** What a reader of the page does not see as its text. */
const unread = new Set(
  'audio,button,canvas,embed,head,iframe,input,link,map,math,meta,nav,noscript,object,script,select,style,svg,template,textarea,title,video'.split(
    ',',
  ),
)

export const isUnread = (name: string) => unread.has(name)

export const isElement = (node: Node): node is Element => node.nodeType === 1

/** Text that only a machine sees may be an order to it. */
export function isVisible(element: Element): boolean {
  if (element.hasAttribute('hidden') || element.getAttribute('aria-hidden') === 'true') return false
  if (/^(?:navigation|search|doc-toc)$/.test(element.getAttribute('role') ?? '')) return false
  if (isFootnoteSign(element)) return false
  const style = element.getAttribute('style') ?? ''
  return !/(?:display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?:[a-z%;\s]|$)|opacity\s*:\s*0(?:[;\s]|$))/i.test(
    style,
  )
}

/** "[1]" within a sentence. */
const isFootnoteSign = (element: Element) =>
  element.localName.toLowerCase() === 'sup' &&
  /^\s*\[?(?:\d{1,3}|[*†])\]?\s*$/.test(element.textContent ?? '') &&
  element.querySelector('a') !== null

/** A table that arranges the page holds blocks or one column. */
export function isDataTable(table: Element): boolean {
  if (table.querySelector('table, h1, h2, h3, h4, ul, ol, pre, p + p')) return false
  return [...table.querySelectorAll('tr')].slice(0, 3).some((row) => row.children.length > 1)
}

export function tableRows(table: Element): string {
  const rows = [...table.querySelectorAll('tr')].map((row) => [...row.children].map((cell) => oneLine(cell.textContent ?? '')))
  const caption = oneLine(table.querySelector('caption')?.textContent ?? '')
  const hasHeader = (rows[0]?.length ?? 0) > 1 && rows.length > 1
  const text = hasHeader ? tableText(rows) : rows.map((row) => row.filter(Boolean).join('; ')).join('\n')
  return [caption, text].filter(Boolean).join('\n')
}
