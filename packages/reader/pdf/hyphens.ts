/** Pronouns that Portuguese ties to a verb: "disse-lhe". */
const tied = /^(?:me|te|se|lhes?|nos|vos|l[oa]s?|n[oa]s?)(?![\p{L}])/u

/** In letters; a paragraph grows with each line, and is not searched as a whole. */
const longestWord = 80

const words = /\p{L}[\p{L}\p{M}]*(?:-\p{L}[\p{L}\p{M}]*)*/gu

/** Addresses and paths of files are divided at their signs, and without a hyphen. */
function endsInAddress(before: string, after: string): boolean {
  const last = /\S+$/.exec(before.slice(-200))?.[0] ?? ''
  const isAddress = /^\W*(?:https?:|ftp:|www\.)/.test(last) || /\w*\/\w+.*\/|^\W*\/\w+\//.test(last)
  return (
    isAddress &&
    (/[/:_=&?#%-]$/.test(last)
      ? /^[\w/]/.test(after)
      : /\.$/.test(last) && /^[a-z\d]{2,}(?:[\w.-]*\/|[\w-]*\.[a-z]{2,4}\b)/.test(after))
  )
}

/** Joins lines to running text. Whether a hyphen at the end of a line belongs to the word is read from the rest of the document. */
export function lineJoiner() {
  const known = new Set<string>()
  return {
    /** Remembers whole words: neither the last nor the first of a line that divides one. */
    learn: (line: string) => {
      for (const [word] of line.replace(/\S*[-‐\u00AD]$/u, '').matchAll(words)) known.add(word.toLowerCase())
    },
    join: (before: string, after: string): string => {
      if (endsInAddress(before, after)) return before + after
      const divided = /(\p{L}[\p{L}\p{M}-]*)[-‐\u00AD]$/u.exec(before.slice(-longestWord))
      const rest = /^\p{L}[\p{L}\p{M}]*/u.exec(after)?.[0]
      if (!divided || rest === undefined)
        return /\d[-–]$/.test(before.slice(-2)) && /^\d/.test(after) ? before + after : `${before} ${after}`
      const isCapital = /^\p{Lu}/u.test(rest)
      return isCapital || keepsHyphen(divided[1] ?? '', rest, known)
        ? `${before.slice(0, -1)}-${after}`
        : before.slice(0, -1) + after
    },
  }
}

function keepsHyphen(left: string, right: string, known: Set<string>): boolean {
  const [joined, tiedWord] = [`${left}${right}`.toLowerCase(), `${left}-${right}`.toLowerCase()]
  if (known.has(joined)) return false
  return known.has(tiedWord) || tied.test(right)
}
