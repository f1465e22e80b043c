/** An insertion into an existing file for a new feature. docs/templates/feature.json lists them. */
export interface Edit {
  file: string
  text: string[]
  /** Inserts the text before the first occurrence of this. */
  before?: string
  /** Or at the end of the list whose first line ends with this. */
  list?: string
  /** Or into that list, in alphabetical order. */
  sorted?: boolean
}

/** Returns the text with the insertion. Throws if its place is missing. */
export function applyEdit(text: string, { file, before, list = '', sorted, text: added }: Edit): string {
  const missing = new Error(`${file} no longer contains ‘${before ?? list}’: correct docs/templates/feature.json`)
  if (before !== undefined) {
    const at = text.indexOf(before)
    if (at < 0) throw missing
    const lineBreak = text[at - 1] === '\n' || text[at - 1] === ' ' || at === 0 ? '\n' : ''
    return text.slice(0, at) + added.join('\n') + lineBreak + text.slice(at)
  }
  const lines = text.split('\n')
  const first = lines.findIndex((line) => line.endsWith(list))
  const end = new RegExp(`^${/^\s*/.exec(lines[first] ?? '')}[\\])}]`)
  const at = lines.findIndex((line, i) => i > first && (end.test(line) || (sorted && line.trim() > (added[0] ?? ''))))
  if (first < 0 || at < 0) throw missing
  return lines.toSpliced(at, 0, ...added).join('\n')
}
