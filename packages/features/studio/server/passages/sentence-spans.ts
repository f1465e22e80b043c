import { splitSentences } from '@duo/engine/language/sentences.ts'

/** A part of a text: the letters from `start` to before `end`. */
export interface Span {
  start: number
  end: number
}

/** The lines of a text that have letters, without blanks at their ends. */
export function lineSpans(text: string): Span[] {
  let at = 0
  return text.split('\n').flatMap((line) => {
    const start = at
    at += line.length + 1
    return trimmed(text, { start, end: start + line.length })
  })
}

/** The sentences of a text, or of a part of it. */
export function sentenceSpans(text: string, { start, end }: Span = { start: 0, end: text.length }): Span[] {
  return lineSpans(text.slice(start, end)).flatMap((line) => {
    let at = start + line.start
    return splitSentences(text.slice(at, start + line.end)).flatMap((sentence) => {
      const from = at
      at += sentence.length + 1
      return trimmed(text, { start: from, end: from + sentence.length })
    })
  })
}

function trimmed(text: string, { start, end }: Span): Span[] {
  const part = text.slice(start, end)
  const from = start + part.length - part.trimStart().length
  return part.trim() === '' ? [] : [{ start: from, end: from + part.trim().length }]
}
