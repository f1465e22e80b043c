import { type FoundReply, maxReplies } from './found.ts'

const marker = /^(?:<!-- |\[)duo:(reply|note) ([0-9a-f-]{36}) (\S{1,4000}?)(?: -->|\])$/gm

/** Finds the replies between the markers of a downloaded conversation (Markdown or plain text). */
export function repliesInTranscript(file: string): FoundReply[] {
  const found: FoundReply[] = []
  let open: { id: string; term: string; start: number } | null = null
  for (const { 0: line, 1: kind, 2: id = '', 3: value = '', index } of file.matchAll(marker)) {
    if (found.length >= maxReplies) break
    if (open && kind === 'note' && id === open.id) {
      const gap = file.startsWith('\r\n', open.start) ? 4 : 2
      found.push({ id, text: file.slice(open.start + gap, index - gap), note: value, term: open.term, anyLineEnds: true })
      open = null
    } else if (kind === 'note') {
      // the marker before this reply is missing, so nothing says where its text begins
      if (!open) found.push({ id, text: '', note: value })
    } else if (!open) open = { id, term: value, start: index + line.length }
  }
  if (open) found.push({ id: open.id, text: file.slice(open.start).trim(), note: null, term: open.term })
  return found
}
