import { formatDate } from '@duo/platform/i18n/format.ts'
import { getLocale } from '@duo/platform/i18n/locale.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { digitalSource } from '@duo/platform/shared/digital-source.ts'
import type { Message } from '../../schema.ts'

interface Transcript {
  name: string
  title: string
  /** What speaks here; by default, a simulation. */
  note?: string
  messages: readonly Pick<Message, 'id' | 'role' | 'content' | 'created_at' | 'sources' | 'origin' | 'provenance'>[]
}

export type FileKind = 'md' | 'txt'

/**
 * Exports a conversation as text; Markdown (`md`) quotes the questions. Leaves out empty messages. Two markers enclose a machine-made
 * reply: its id and IPTC term before it, its signed note after it. `npm run verify` reads them.
 */
export function transcriptOf({ name, title, note = m.chat_simulation(), messages }: Transcript, kind: FileKind): string {
  const isMarkdown = kind === 'md'
  const heading = isMarkdown ? `# ${inLine(title)}` : withoutMarkers(title)
  const parts = messages
    .filter(({ content }) => content !== '')
    .map(({ id, role, content, created_at, sources, origin, provenance }) => {
      const speaker = role === 'user' ? m.chat_you() : name
      const date = formatDate(created_at, getLocale())
      const quoted = isMarkdown && role === 'user' ? asPlain(content).replace(/^/gm, '> ') : content
      const text = provenance ? content : withoutMarkers(quoted)
      const rests = withoutMarkers(sources.map(({ title, source }, at) => `${at + 1}. ${title} (${source})`).join('\n'))
      const [start, end] = provenance ? markersOf({ id, origin, provenance }, isMarkdown) : ['', '']
      const head = isMarkdown ? `**${speaker}**, ${date}` : `${speaker}, ${date}:`
      return [head, start, text, end, rests].filter(Boolean).join('\n\n')
    })
  return `${[heading, withoutMarkers(note), ...parts].join('\n\n')}\n`
}

/** Indents lines that look like our markers, which would claim a reply where there is none. */
const withoutMarkers = (text: string) => text.replace(/^(?=(?:<!-- |\[)duo:(?:reply|note) )/gm, ' ')

function markersOf({ id, origin, provenance }: Pick<Message, 'id' | 'origin' | 'provenance'>, isMarkdown: boolean) {
  const term = origin === 'model' ? digitalSource.model : origin === 'offline' ? digitalSource.algorithmic : 'unknown'
  const markers = [`duo:reply ${id} ${term}`, `duo:note ${id} ${provenance}`]
  return markers.map((marker) => (isMarkdown ? `<!-- ${marker} -->` : `[${marker}]`))
}

/** Escapes what Markdown would read in a question, which is plain text. */
const asPlain = (text: string) =>
  text
    // two spaces keep a line break
    .replace(/([^\n])\n(?=[^\n])/g, '$1  \n')
    .replace(/[\\`*<[\]~|]|\b_|_\b|&(?=#?\w+;)/g, '\\$&')
    .replace(/^ {0,3}(?:\d{1,9}(?=[.)])|(?=[#>+=-]))/gm, '$&\\')

const inLine = (text: string) => text.replace(/[\\`*_#<>[\]]/g, '\\$&')

/** Returns a file name in ASCII, which a name in another script leaves as `duo.txt`. */
export function fileName(name: string, kind: FileKind): string {
  const latin = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  return `${['duo', ...(latin.match(/[a-z0-9]+/g) ?? [])].join('-')}.${kind}`
}
