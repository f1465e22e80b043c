/** How many of the last replies an opening does not come again within. */
export const repeatWindow = 6

/** One of the phrases that was not said; empty where all were. */
export function pickUnusedOrNone(phrases: readonly string[], spokenText: string, seed: number): string {
  const unused = phrases.filter((phrase) => !spokenText.includes(phrase.split('{topic}')[0] ?? phrase))
  return unused[seed % Math.max(1, unused.length)] ?? ''
}

/** One of the phrases: of those not said yet, else of all. */
export const pickUnusedPhrase = (phrases: readonly string[], spokenText: string, seed: number): string =>
  pickUnusedOrNone(phrases, spokenText, seed) || (phrases[seed % Math.max(1, phrases.length)] ?? '')

/** A number that is the same for the same text (FNV-1a). */
export const hashSeed = (text: string) =>
  [...text].reduce((hash, char) => Math.imul(hash ^ char.charCodeAt(0), 16_777_619) >>> 0, 2_166_136_261)

/** A title as it stands between quotation marks: those inside it become single ones. */
export const quoteTopic = (title: string) => title.replaceAll('“', '‘').replaceAll('”', '’')

/** A phrase that offers a topic. One that asks, and offers what is a question itself, asks once. */
export const offerTopic = (phrase: string, topic: string) => phrase.replaceAll('{topic}', topic).replaceAll('?”?', '?”')
