/** Tokens of a query by their weight: 1 for what was typed, less for synonyms. */
export type Weights = ReadonlyMap<string, number>

/** Of words that narrow a question a little: "best", "really", "made". */
const softWeight = 0.5
/** Saturation and length normalization of BM25, as usual. */
const k1 = 1.2
const b = 0.75

/** Compares queries with documents by inverse document frequency (Robertson and Zaragoza, 2009). Keeps no text of them. */
export function invertedIndex(documents: readonly (readonly string[])[], soft: ReadonlySet<string>) {
  const count = documents.length
  const postings = postingsOf(documents)
  const rarity = (token: string) => {
    const held = postings.of(token).length
    return (soft.has(token) ? softWeight : 1) * Math.log(1 + (count - held + 0.5) / (held + 0.5))
  }
  const norms = new Float32Array(count)
  const sizes = new Uint16Array(count)
  for (const token of postings.tokens())
    for (const place of postings.of(token)) {
      norms[place] = (norms[place] ?? 0) + rarity(token) ** 2
      sizes[place] = (sizes[place] ?? 0) + 1
    }
  const meanSize = sizes.reduce((sum, size) => sum + size, 0) / count || 1
  const lengthFactors = Float32Array.from(sizes, (size) => (1 + k1 * (1 - b)) / (1 + k1 * (1 - b + (b * size) / meanSize)))
  const dots = (query: Weights, power: number) => {
    const sums = new Float32Array(count)
    for (const [token, weight] of query) {
      const share = weight * rarity(token) ** power
      for (const place of postings.of(token)) sums[place] = (sums[place] ?? 0) + share
    }
    return sums
  }
  return {
    /** For short documents: 1 for the same tokens. */
    cosines(query: Weights): Float32Array {
      // a synonym that no document has must not count against the message
      const own = [...query].filter(([token, weight]) => weight === 1 || postings.has(token))
      const norm = Math.hypot(...own.map(([token, weight]) => weight * rarity(token)))
      const sums = dots(query, 2)
      // most documents have none of the tokens
      for (let place = 0; place < count; place++) {
        const sum = sums[place] ?? 0
        if (sum !== 0) sums[place] = sum / (norm * Math.sqrt(norms[place] ?? 0) || 1)
      }
      return sums
    },
    /** Places of the documents that have one of the tokens. */
    places: (tokens: readonly string[]): ReadonlySet<number> => new Set(tokens.flatMap((token) => [...postings.of(token)])),
    /** For long documents: near 1 for a short one with all tokens. */
    bm25(query: Weights): Float32Array {
      const most = [...query].reduce((sum, [token, weight]) => sum + (weight === 1 ? rarity(token) : 0), 0)
      return dots(query, 1).map((sum, place) => Math.min(1, sum / (most || 1)) * (lengthFactors[place] ?? 1))
    },
  }
}

interface Postings {
  of: (token: string) => Uint16Array
  has: (token: string) => boolean
  tokens: () => Iterable<string>
}

const none = new Uint16Array(0)

/** One array for all places, because an array for each token would take ten times the memory. */
function postingsOf(documents: readonly (readonly string[])[]): Postings {
  const lists = new Map<string, number[]>()
  documents.forEach((tokens, place) => {
    for (const token of new Set(tokens)) {
      const list = lists.get(token)
      if (list) list.push(place)
      else lists.set(token, [place])
    }
  })
  const places = Uint16Array.from([...lists.values()].flat())
  const starts = new Uint32Array(lists.size + 1)
  const ids = new Map<string, number>()
  for (const [token, list] of lists) {
    starts[ids.size + 1] = (starts[ids.size] ?? 0) + list.length
    ids.set(token, ids.size)
  }
  const of = (token: string) => {
    const id = ids.get(token)
    return id === undefined ? none : places.subarray(starts[id], starts[id + 1])
  }
  return { of, has: (token) => ids.has(token), tokens: () => ids.keys() }
}
