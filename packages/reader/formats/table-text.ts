/** Each row with the names of its columns, so that it can be read alone. */
export function tableText([header = [], ...rows]: string[][]): string {
  if (rows.length === 0) return header.join('; ')
  return rows
    .map((row) =>
      row.flatMap((cell, column) => (cell === '' ? [] : [header[column] ? `${header[column]}: ${cell}` : cell])).join('; '),
    )
    .join('\n')
}
