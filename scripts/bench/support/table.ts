/** Formats a Markdown table; the first row is the header, and columns that start with a number are right-aligned. */
export function table([head = [], ...rows]: (string | number)[][]): string {
  const line = (cells: (string | number)[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map((_, i) => (typeof rows[0]?.[i] === 'number' ? '---:' : '---'))), ...rows.map(line)].join('\n')
}

export const percentile = (values: number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0

export const median = (values: number[]) => percentile(values, 0.5)
