import { splitSentences } from '@duo/engine/language/sentences.ts'

/** Of one passage, in words. */
export const maxWords = 200
/** A word of links, code or a script without blanks has more letters than this, and counts as several. */
const lettersPerWord = 12

export function wordCount(text: string): number {
  const words = text.match(/\S+/g)?.length ?? 0
  return Math.max(words, Math.ceil(text.length / lettersPerWord))
}

const abbreviation =
  /(?:^|[\s(])(?:Dra?|Sra?|Mrs?|Ms|Profa?|St|No|Nos|Figs?|[Aa]rts?|[Pp]ágs?|[Cc]aps?|[Pp]p?|[Ee]x|[Vv]s|[Cc]f|e\.g|i\.e|al|Inc|Ltda|Av|núm|[Vv]ol|[Ee]d)\.$/

/** A run of letters that is no word of any language, such as a picture that was pasted as text. */
const endless = /[\p{ASCII}\p{Script=Latin}]{240,}/gu
const kept = 80
const shorten = (text: string) =>
  text.length < 240 ? text : text.replace(/\S{240,}/g, (run) => run.replace(endless, (part) => `${part.slice(0, kept)}…`))

/** Sentences of one line, each no longer than a passage. */
export function sentencesOf(line: string): string[] {
  const text = shorten(line)
  if (wordCount(text) <= 30) return [text]
  const sentences: string[] = []
  for (const part of splitSentences(text).flatMap((sentence) => sentence.split(/(?<=[。！？])/u))) {
    const previous = sentences.at(-1)
    if (previous !== undefined && abbreviation.test(previous.slice(-12))) sentences[sentences.length - 1] = `${previous} ${part}`
    else sentences.push(part)
  }
  return sentences.flatMap((sentence) => (wordCount(sentence) > maxWords ? pieces(sentence) : [sentence]))
}

/** Cuts a sentence that is longer than a passage between words, or between letters where nothing divides them. */
function pieces(sentence: string): string[] {
  const count = Math.ceil(wordCount(sentence) / (maxWords * 0.9))
  const length = Math.ceil(sentence.length / count)
  const cut: string[] = []
  let start = 0
  while (start < sentence.length) {
    const blank = sentence.lastIndexOf(' ', start + length)
    const end =
      start + length >= sentence.length ? sentence.length : blank > start ? blank : wholeLetter(sentence, start + length)
    const piece = sentence.slice(start, end).trim()
    if (piece !== '') cut.push(piece)
    start = end
  }
  return cut
}

const wholeLetter = (text: string, place: number) => (/[\uDC00-\uDFFF]/.test(text[place] ?? '') ? place + 1 : place)
