/** Longer words are cut, which ignores most endings and typos. */
const stemLength = 6
const pieceLength = 4

/**
 * Returns what the recogniser sees of a text: words, pairs, pairs with a gap, and pieces of words, with weights whose squares sum to
 * 1. A text of many words therefore needs more evidence than a short one.
 */
export function featuresOf(text: string): Map<string, number> {
  const words = plain(text).match(/[a-z]+|\d+|[?!]/g) ?? []
  const stems = ['^', ...words.map((word) => (/^\d/.test(word) ? '#' : word.slice(0, stemLength))), '$']
  const features = new Map<string, number>()
  stems.forEach((stem, index) => {
    const [next, afterNext] = [stems[index + 1], stems[index + 2]]
    if (stem !== '^' && stem !== '$') features.set(stem, 1)
    if (next !== undefined) features.set(`${stem} ${next}`, 1)
    if (afterNext !== undefined) features.set(`${stem} _ ${afterNext}`, 1)
  })
  for (const word of words) for (const piece of piecesOf(` ${word} `)) features.set(`${piece}-`, 0.5)
  const length = Math.hypot(...features.values())
  return new Map([...features].map(([name, weight]) => [name, weight / length]))
}

const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}|[’'`´]/gu, '')
    .toLowerCase()
    .replace(/([a-z])\1{2,}/g, '$1')

const piecesOf = (word: string) =>
  Array.from({ length: Math.max(0, word.length - pieceLength + 1) }, (_, at) => word.slice(at, at + pieceLength))
