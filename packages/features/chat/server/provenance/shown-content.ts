import { replyToHtml } from '../markdown/reply-to-html.ts'
import { allowedHtml } from '../markdown/sanitizer.ts'

const attribute = /\s+[^\s"'<>/=]+(?:=(?:"[^"]*"|'[^']*'|[^\s"'=<>`]+))?/.source
const token = new RegExp(`<!--[^>]*-->|<(/?)([a-z][a-z0-9]*)((?:${attribute})*)\\s*/?>|[^<]+|<`, 'gi')

/**
 * Returns what markup shows: its text without white space, and the target of each link. Null if it has an element that no reply has,
 * or a hidden one. Styles of the page are not judged.
 */
export function shownContent(markup: string): string | null {
  let shown = ''
  for (const { 0: all, 1: slash, 2: name, 3: attributes = '' } of markup.matchAll(token)) {
    if (all.startsWith('<!--')) continue
    if (name === undefined) {
      shown += decoded(all).replace(/\s+/g, '')
      continue
    }
    if (!allowedHtml.tagNames?.includes(name.toLowerCase()) || conceals(attributes)) return null
    const href = /\shref=(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i.exec(attributes)
    // a control character, which no shown text has
    if (href && slash === '') shown += `\u0001${decoded(href[1] ?? href[2] ?? href[3] ?? '').replace(/\/$/, '')}\u0001`
  }
  return normal(shown)
}

/** Whether the attributes of an element hide it. */
export const conceals = (attributes: string) =>
  /\s(?:hidden|style|inert|popover)(?=[\s=>]|$)/i.test(attributes) ||
  /\sclass=["']?(?:[^"'>]*\s)?(?:hidden|invisible|sr-only|collapse|opacity-0|size-0|h-0|w-0)(?=[\s"'>]|$)/i.test(attributes)

/** Returns what an unaltered page can show for a reply: its Markdown, or the text itself. */
export const signedContent = (text: string): (string | null)[] => [
  shownContent(replyToHtml({ text, citations: 0 }) ?? ''),
  normal(text.replace(/\s+/g, '')),
]

/** A number in brackets becomes a mark without brackets if the reply has that source, and the page does not say which it has. */
const normal = (text: string) => text.normalize('NFC').replace(/\[(\d{1,3})\]/g, '$1')

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

const decoded = (text: string) =>
  text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]{2,6}));/gi, (all, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return entities[name] ?? all
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
    return code <= 0x10_ff_ff ? String.fromCodePoint(code) : all
  })
