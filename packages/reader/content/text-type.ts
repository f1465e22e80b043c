import type { FileType } from '../document.ts'
import { RefusedError } from '../refused-error.ts'

type TextType = Exclude<FileType, 'pdf' | 'docx' | 'epub'>

const sampleSize = 20_000

const cue = /^(?:\d{1,3}:)?\d{1,2}:\d{2}[.,]\d{1,3}\s+-->\s+(?:\d{1,3}:)?\d{1,2}:\d{2}[.,]\d{1,3}/m
const htmlElement = /<(?:!doctype html|html|head|body|article|main|div|p|h[1-6]|table|ul|ol|section)\b[^>]{0,2000}>/i
/** Headings, lists, emphasis, links and fences as only Markdown has them. */
const markdownSigns = [
  /^#{1,6} \S/m,
  /^```/m,
  /\[[^\]\n]{1,200}\]\([^)\s]{1,500}\)/,
  /\*\*[^*\n]{1,200}\*\*/,
  /^(?:=|-){3,}$/m,
  /^\|(?:\s*:?-{3,}:?\s*\|)+\s*$/m,
]

export function textType(text: string, extension: string): TextType {
  const sample = text.slice(0, sampleSize).trimStart()
  if (/^\{\\rtf|^%!PS/.test(sample)) throw new RefusedError('unknown_type')
  if (/^WEBVTT(?:\s|$)/.test(sample) || cue.test(sample)) return 'subtitles'
  if (isHtml(sample, extension)) return 'html'
  // drawings, feeds and settings
  if (/^<\?xml|^<(?:svg|rss|feed)\b/i.test(sample)) throw new RefusedError('unknown_type')
  if (separatorOf(sample, extension === 'csv' || extension === 'tsv')) return 'csv'
  const signs = markdownSigns.filter((sign) => sign.test(sample)).length
  return /^(?:md|markdown|mdown|mkd)$/.test(extension) || signs >= 2 || /^#{1,6} \S/.test(sample) ? 'markdown' : 'text'
}

/** Markdown may hold some HTML, but does not begin with it. */
function isHtml(sample: string, extension: string): boolean {
  const start = sample.replace(/^(?:<\?xml[^>]*>|<!--[\s\S]*?-->|\s)+/, '')
  if (/^<(?:!doctype html|html|head|body)\b/i.test(start)) return true
  const isNamedSo = /^x?html?$/.test(extension)
  return htmlElement.test(isNamedSo ? sample : start.slice(0, 200)) && (isNamedSo || start.startsWith('<'))
}

export const separators = [',', ';', '\t', '|'] as const
export type Separator = (typeof separators)[number]

/** The sign that divides each of the first lines into as many columns; of a file that is not named so, only where there is little doubt. */
export function separatorOf(sample: string, isNamedSo: boolean): Separator | null {
  const lines = sample
    .replace(/"(?:[^"]|""){0,5000}"/g, 'quoted')
    .split(/\r?\n/)
    .slice(0, 30)
    .filter((line) => line.trim() !== '')
  const [header = ''] = lines
  const counts = separators.map((sign) => ({
    sign,
    columns: header.split(sign).length,
    alike: lines.filter((line) => line.split(sign).length === header.split(sign).length).length,
  }))
  const best = counts.filter(({ columns }) => columns > 1).toSorted((a, b) => b.alike - a.alike || b.columns - a.columns)[0]
  if (isNamedSo) return best?.sign ?? ','
  const isTable =
    best && best.alike === lines.length && lines.length >= 3 && !/^\s*\|/.test(header) && hasShortCells(header, best.sign)
  return isTable && (best.columns > 2 || best.sign !== ',') ? best.sign : null
}

/** The cells of a header are names, not halves of sentences. */
const hasShortCells = (header: string, sign: string) =>
  header.split(sign).every((cell) => cell.trim() !== '' && cell.trim().split(/\s+/).length <= 4) && !/[.!?]\s*$/.test(header)
