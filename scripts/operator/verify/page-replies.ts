import { conceals } from '@duo/features/chat/server/provenance/shown-content.ts'
import { type FoundReply, isRecord } from './found.ts'
import { parseOrNull } from './json-replies.ts'

/** More than a shared page has. They bound the work. */
const maxShown = 500
const maxDepth = 10_000
const maxUnclosed = 20

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

/** Maps ids to the markup of their element; null if two elements claim the id, or if the message shows more or hides it. */
function shownReplies(html: string): Map<string, string | null> {
  const found = new Map<string, string | null>()
  for (const { id, index, end, isHidden } of replyElements(html)) {
    if (found.size >= maxShown) break
    const isAlone = opening.test(html.slice(Math.max(0, index - 1_500), index)) && closing.test(html.slice(end, end + 30_000))
    found.set(id, found.has(id) || isHidden || !isAlone ? null : html.slice(html.indexOf('>', index) + 1, end))
  }
  return found
}

/** A message has the name of the agent before the reply, and nothing after it but the list of its sources. */
const opening = /<div\b[^<>]{0,800}>\s*<span class="sr-only">[^<>]{1,300}(?:<!-- -->)?[^<>]{0,9}<\/span>\s*$/
const closing = /^<\/div>\s*(?:<ol aria-label=(?:[^<>]|<(?:\/?(?:li|span)\b[^<>]*|br\s*\/?|!-- --)>)*<\/ol>\s*)?<\/div>\s*<\/li>/

interface ReplyElement {
  id: string
  index: number
  /** Where its end tag begins. */
  end: number
  /** By an attribute of an element around it. */
  isHidden: boolean
}

const tag = /<!--[^>]*-->|<(script|style|template|noscript|textarea)\b[^>]*>|<(\/?)([a-z][a-z0-9-]*)([^<>]*)>/gi
const isEmptyElement = (name: string) => /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/i.test(name)
const replyId = /^ data-reply="([0-9a-f-]{36})"$/

/** Finds the elements of replies in one pass over the page. */
function replyElements(html: string): ReplyElement[] {
  const found: ReplyElement[] = []
  const around: { name: string; isHiding: boolean; reply: ReplyElement | null }[] = []
  let hiding = 0
  let rawUntil = 0
  for (const { 1: raw, 2: slash, 3: name = '', 4: attributes = '', index } of html.matchAll(tag)) {
    if (index < rawUntil) continue
    if (raw !== undefined) {
      const end = html.indexOf(`</${raw}`, index)
      if (end < 0) break
      rawUntil = end
    } else if (name === '' || isEmptyElement(name) || attributes.endsWith('/')) continue
    else if (slash === '') {
      const [, id] = replyId.exec(attributes) ?? []
      const reply = id === undefined ? null : { id, index, end: html.length, isHidden: hiding > 0 }
      if (reply) found.push(reply)
      const isHiding = conceals(attributes) || /^(?:details|dialog)$/i.test(name)
      if (isHiding) hiding += 1
      around.push({ name, isHiding, reply })
      if (found.length > maxShown || around.length > maxDepth) break
    } else {
      // browsers close elements inside of a closed one, too; few, so that a hostile page takes no quadratic time
      const at = around.slice(-maxUnclosed).findLastIndex((one) => one.name === name)
      if (at < 0) continue
      for (const closed of around.splice(Math.max(0, around.length - maxUnclosed) + at)) {
        if (closed.isHiding) hiding -= 1
        if (closed.reply) closed.reply.end = index
      }
    }
  }
  return found
}
