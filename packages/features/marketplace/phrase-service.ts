/** One of the phrases: of those not said yet in this conversation, else of all. */
export function unsaid(phrases: readonly string[], said: string, seed: number): string {
  const fresh = phrases.filter((phrase) => !said.includes(phrase.split('{topic}')[0] ?? phrase))
  const from = fresh.length > 0 ? fresh : phrases
  return from[seed % from.length] ?? ''
}

/** A number that is the same for the same text (FNV-1a). */
export const seedOf = (text: string) =>
  [...text].reduce((hash, char) => Math.imul(hash ^ char.charCodeAt(0), 16_777_619) >>> 0, 2_166_136_261)

/** A title as it stands between quotation marks: those inside it become single ones. */
export const asTopic = (title: string) => title.replaceAll('“', '‘').replaceAll('”', '’')

/** A phrase that offers a topic. One that asks, and offers what is a question itself, asks once. */
export const offering = (phrase: string, topic: string) => phrase.replaceAll('{topic}', topic).replaceAll('?”?', '?”')
