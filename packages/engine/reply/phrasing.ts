/** Number of replies within which no opening is repeated. */
export const repeatWindow = 6

export function pickUnusedOrNone(phrases: readonly string[], spokenText: string, seed: number): string {
  const unused = phrases.filter((phrase) => !spokenText.includes(phrase.split('{topic}')[0] ?? phrase))
  return unused[seed % Math.max(1, unused.length)] ?? ''
}

export const pickUnusedPhrase = (phrases: readonly string[], spokenText: string, seed: number): string =>
  pickUnusedOrNone(phrases, spokenText, seed) || (phrases[seed % Math.max(1, phrases.length)] ?? '')

export const quoteTopic = (title: string) => title.replaceAll('“', '‘').replaceAll('”', '’')

/** Inserts a topic; avoids two question marks in a row. */
export const offerTopic = (phrase: string, topic: string) => phrase.replaceAll('{topic}', topic).replaceAll('?”?', '?”')
