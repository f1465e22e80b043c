import { type FoundReply, isRecord, maxReplies } from './found.ts'

/** Finds the replies in an API result or an account's download, at any depth. */
export function repliesInJson(document: unknown): FoundReply[] {
  const found: FoundReply[] = []
  // a stack instead of recursion, because a hostile file may be nested deeply
  const rest: unknown[] = [document]
  while (rest.length > 0 && found.length < maxReplies) {
    const value = rest.pop()
    if (Array.isArray(value)) for (let at = value.length - 1; at >= 0; at -= 1) rest.push(value[at])
    else if (isRecord(value)) {
      const reply = replyIn(value)
      if (reply) found.push(reply)
      else for (const inner of Object.values(value).toReversed()) rest.push(inner)
    }
  }
  return found
}

/** A message of a conversation or the download, or a pair of a shared conversation. */
function replyIn({
  id,
  role,
  content,
  answer,
  question,
  status,
  origin,
  provenance,
}: Record<string, unknown>): FoundReply | null {
  const isPair = typeof answer === 'string' && typeof question === 'string'
  const isMessage = role === 'assistant' && typeof content === 'string' && status !== 'waiting' && status !== 'streaming'
  if (!isPair && !isMessage) return null
  const text = String(isPair ? answer : content)
  const note = typeof provenance === 'string' ? provenance : null
  if (text === '' && note === null) return null
  return {
    id: typeof id === 'string' ? id : null,
    text,
    note,
    ...((typeof origin === 'string' || origin === null) && { origin }),
  }
}

/** Finds the replies in a saved stream of events: those in results, and the answer that the `text` events make up. */
export function repliesInEvents(file: string): FoundReply[] {
  const found: FoundReply[] = []
  let text = ''
  for (const [, data = ''] of file.matchAll(/^data: ?(.+)$/gm)) {
    const event = parseOrNull(data)
    if (!isRecord(event)) continue
    if (event.type === 'text' && typeof event.text === 'string') text += event.text
    else if (event.type === 'end' && !isRecord(event.message)) {
      const { origin, provenance } = event
      const note = typeof provenance === 'string' ? provenance : null
      if (text !== '' || note !== null)
        found.push({ id: null, text, note, ...((typeof origin === 'string' || origin === null) && { origin }) })
      text = ''
    } else found.push(...repliesInJson(event))
    if (found.length >= maxReplies) break
  }
  return found
}

export function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null // not JSON, so it is another kind of file
  }
}
