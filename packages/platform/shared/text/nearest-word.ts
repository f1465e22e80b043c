/** Returns the most similar word of the vocabulary, or null if none is close. */
export function nearestWord(word: string, vocabulary: readonly string[]): string | null {
  // short words have too many neighbours: steal is not steam
  const most = word.length >= 9 ? 2 : word.length >= 6 ? 1 : 0
  if (most === 0) return null
  let nearest: string | null = null
  let least = most + 1
  for (const candidate of vocabulary) {
    if (candidate[0] !== word[0] || Math.abs(candidate.length - word.length) > most) continue
    const distance = distanceUpTo(word, candidate, least)
    if (distance < least) [nearest, least] = [candidate, distance]
  }
  return nearest
}

/** Damerau–Levenshtein distance; stops at `limit`. */
function distanceUpTo(one: string, other: string, limit: number): number {
  let before: number[] = []
  let above = Array.from({ length: other.length + 1 }, (_, i) => i)
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    for (let j = 1; j <= other.length; j++) {
      const same = one[i - 1] === other[j - 1] ? 0 : 1
      const swapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      const steps = Math.min((above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (above[j - 1] ?? 0) + same)
      row.push(swapped ? Math.min(steps, (before[j - 2] ?? 0) + 1) : steps)
    }
    if (Math.min(...row) >= limit) return limit
    before = above
    above = row
  }
  return above[other.length] ?? limit
}
