/** How many of the last replies an opening does not come again within. */
export const freshFor = 6

/** One of the phrases that was not said; empty where all were. */
export function fresh(phrases: readonly string[], said: string, seed: number): string {
  const left = phrases.filter((phrase) => !said.includes(phrase.split('{topic}')[0] ?? phrase))
  return left[seed % Math.max(1, left.length)] ?? ''
}

/** One of the phrases: of those not said yet, else of all. */
export const unsaid = (phrases: readonly string[], said: string, seed: number): string =>
  fresh(phrases, said, seed) || (phrases[seed % Math.max(1, phrases.length)] ?? '')

/** A number that is the same for the same text (FNV-1a). */
export const seedOf = (text: string) =>
  [...text].reduce((hash, char) => Math.imul(hash ^ char.charCodeAt(0), 16_777_619) >>> 0, 2_166_136_261)

/** A title as it stands between quotation marks: those inside it become single ones. */
export const asTopic = (title: string) => title.replaceAll('“', '‘').replaceAll('”', '’')

/** A phrase that offers a topic. One that asks, and offers what is a question itself, asks once. */
export const offering = (phrase: string, topic: string) => phrase.replaceAll('{topic}', topic).replaceAll('?”?', '?”')
