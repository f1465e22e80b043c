import { type FoundReply, isRecord } from './found.ts'
import { parseOrNull } from './json-replies.ts'

/** More than a shared page shows. Bounds the work together with `maxElementLength`. */
const maxShown = 500
const maxElementLength = 1_000_000

const dataBlock = /<script\b[^>]{0,300}\btype="?application\/ld\+json"?[^>]{0,300}>/gi

/** Finds the replies in the structured data of a saved page, and what the page shows for each. */
export function repliesInPage(html: string): FoundReply[] {
  const shown = shownReplies(html)
  const signed = structuredReplies(html).map((reply) => {
    const visible = shown.get(reply.id ?? '') ?? null
    shown.delete(reply.id ?? '')
    return { ...reply, visible }
  })
  const unsigned = [...shown].map(([id, text]) => ({ id, text: text ?? '', note: null }))
  return [...signed, ...unsigned]
}

function structuredReplies(html: string): FoundReply[] {
  const found: FoundReply[] = []
  let end = 0
  for (const { 0: tag, index } of html.matchAll(dataBlock)) {
    if (index < end) continue
    const start = index + tag.length
    end = html.indexOf('</script', start)
    // no later element ends either, and searching for each takes quadratic time
    if (end < 0) break
    const data = parseOrNull(html.slice(start, end))
    const parts = isRecord(data) && Array.isArray(data.hasPart) ? data.hasPart : []
    for (const part of parts) {
      const reply = isRecord(part) ? replyIn(part) : null
      if (reply) found.push(reply)
      if (found.length >= maxShown) return found
    }
  }
  return found
}

function replyIn({ '@id': id, text, digitalSourceType, identifier }: Record<string, unknown>): FoundReply | null {
  if (typeof id !== 'string' || typeof text !== 'string' || typeof digitalSourceType !== 'string') return null
  const value = isRecord(identifier) && identifier.propertyID === 'JWS' ? identifier.value : null
  const note = typeof value === 'string' ? value : null
  return { id: id.replace(/^urn:uuid:/, ''), text, note, term: digitalSourceType }
}

/** Maps ids to the text of their element; null if two elements claim the id. */
function shownReplies(html: string): Map<string, string | null> {
  const found = new Map<string, string | null>()
  for (const { 0: tag, 1: id = '', index } of html.matchAll(/<div data-reply="([0-9a-f-]{36})">/g)) {
    if (found.size >= maxShown) break
    found.set(id, found.has(id) ? null : textOf(elementAt(html, index + tag.length)))
  }
  return found
}

/** Returns the markup up to the end tag that matches the `div` before `start`. */
function elementAt(html: string, start: number): string {
  const rest = html.slice(start, start + maxElementLength)
  let depth = 1
  for (const { 0: tag, index } of rest.matchAll(/<\/?div\b/g)) {
    depth += tag === '<div' ? 1 : -1
    if (depth === 0) return rest.slice(0, index)
  }
  return rest
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

const textOf = (markup: string) =>
  markup
    .replace(/<[^<>]*>/g, '')
    .replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]{2,6}));/gi, (all, hex?: string, decimal?: string, name?: string) => {
      if (name !== undefined) return entities[name] ?? all
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
      return code <= 0x10_ff_ff ? String.fromCodePoint(code) : all
    })
