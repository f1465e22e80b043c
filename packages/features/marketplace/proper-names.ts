/** A capital inside a sentence, where it means a name. */
const inSentence = /(?<=[\p{Ll},;] [“‘]?)\p{Lu}\p{Ll}{2,}/gu
const anywhere = /\p{Lu}\p{Ll}{2,}/gu
const small = /(?<!\p{L})\p{Ll}{3,}/gu

/** Names in an agent's notes as they are written, by their small letters; a word that is written small as well is none. */
export function properNames(notes: readonly { text: string; terms: readonly string[] }[]): ReadonlyMap<string, string> {
  const texts = notes.map(({ text }) => text).join('\n')
  const terms = notes.flatMap((note) => note.terms).join('; ')
  const common = new Set(`${texts} ${terms}`.match(small))
  const names = [...(texts.match(inSentence) ?? []), ...(terms.match(anywhere) ?? [])]
  return new Map(names.map((name): [string, string] => [name.toLowerCase(), name]).filter(([word]) => !common.has(word)))
}

/** A text in which the names have their capitals. */
export const withNames = (text: string, names: ReadonlyMap<string, string>) =>
  text.replace(/(?<!\p{L})\p{Ll}{3,}/gu, (word) => names.get(word) ?? word)

/** The words of a question that are written like names, without the one it begins with. */
export const namesIn = (question: string): string[] => question.match(/(?<=\p{L}[,;]? )\p{Lu}\p{Ll}{2,}/gu) ?? []
