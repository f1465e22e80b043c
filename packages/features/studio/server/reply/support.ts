import { numbersOf } from '@duo/engine/language/numbers.ts'
import { plainWords } from '@duo/platform/shared/text/search-words.ts'

/** Words that begin with a capital after another word. */
const names = /(?<=[\p{L}\p{N},;:)”’"*] )\p{Lu}[\p{L}’'-]*\p{L}/gu
const citations = /\s*\[(\d{1,2})\]/g
/** Numbers of a list. */
const listMarks = /^\s*(?:\d{1,2}[.)]|[-*•])\s+/gm
const capitalWords = new Set(['i', 'duo', 'january', 'monday'])

/**
 * Whether numbers, dates, prices and names of a sentence are in the text that it cites, in the question, or in `known`. Returns true
 * for a sentence without any.
 */
export function isBorneOut(sentence: string, { cited, known }: { cited: readonly string[]; known: string }): boolean {
  const text = sentence.replace(citations, '').replace(listMarks, '').replace(/[*_`]/g, '')
  const numbers = numbersOf(text)
  const found = [...text.matchAll(names)].map(([name]) => plainWords(name).join(' ')).filter((name) => !capitalWords.has(name))
  if (numbers.size === 0 && found.length === 0) return true
  const source = cited.join('\n')
  const sourceNumbers = numbersOf(source)
  if ([...numbers].some((number) => !sourceNumbers.has(number))) return false
  const words = new Set(plainWords(`${source}\n${known}`))
  const has = (word: string) => words.has(word) || words.has(word.replace(/s$/, ''))
  return found.every((name) => name.split(' ').every((word) => word === 's' || has(word)))
}

/** Numbers of the citations of a sentence, from 1. */
export const citedIn = (sentence: string): number[] => [...sentence.matchAll(citations)].map(([, number]) => Number(number))

const ends = /(?:[.!?…]["”’)*_]*(?:\s?\[\d{1,2}\])*(?=\s)|\n)\s*/g

/** Splits what is complete of a text that grows into its sentences; the numbers of a list are no ends. */
export function completeSentences(text: string): { sentences: string[]; rest: string } {
  const sentences: string[] = []
  let start = 0
  for (const match of text.matchAll(ends)) {
    const end = match.index + match[0].length
    const piece = text.slice(start, end)
    if (/^\s*\d{1,2}[.)]\s*$/.test(piece) || /\b(?:e\.g|i\.e|etc|ex|p\. ex|dr|dra|sr|sra|mr|mrs|no|nº)\.\s*$/i.test(piece))
      continue
    sentences.push(piece)
    start = end
  }
  return { sentences, rest: text.slice(start) }
}
