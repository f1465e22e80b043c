import { stopWords } from '@duo/engine/language/lexicon.ts'
import { numbersOf } from '@duo/engine/language/numbers.ts'
import { stem } from '@duo/engine/language/stemmer.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import { plainWords } from '@duo/platform/shared/text/search-words.ts'
import { measuresOf } from './measures.ts'
import talk from './talk-words.json' with { type: 'json' }

/** Words that begin with a capital after another word, or in brackets and quotation marks. */
const names = /(?:(?<=[\p{L}\p{N},;:.)”’"*] )|(?<=[("“/]))\p{Lu}[\p{L}’'-]*\p{L}/gu
const citations = /\s*\[(\d{1,2})\]/g
/** Numbers of a list. */
const listMarks = /^\s*(?:\d{1,2}[.)]|[-*•])\s+/gm
const capitalWords = new Set(['i', 'duo', 'dr', 'mr', 'mrs', 'ms', 'sr', 'sra', 'dra'])

interface Evidence {
  /** Texts that the sentence cites. */
  cited: readonly string[]
  /** Names that need no passage. */
  known: string
  checksNames: boolean
}

/**
 * Whether numbers, dates, prices and names of a sentence are in the text that it cites; names may also be in `known`. Returns true for a
 * sentence without any. The first word of a sentence is not taken for a name.
 */
export function isBorneOut(sentence: string, { cited, known, checksNames }: Evidence): boolean {
  const text = sentence.replace(citations, '').replace(listMarks, '').replace(/[*_`]/g, '')
  const source = cited.join('\n')
  if (!isWithin(numbersOf(text), numbersOf(source)) || !isWithin(measuresOf(text), measuresOf(source))) return false
  if (!checksNames) return true
  const found = [...text.matchAll(names)].map(([name]) => plainWords(name).join(' ')).filter((name) => !capitalWords.has(name))
  const words = new Set(plainWords(`${source}\n${known}`))
  const has = (word: string) => words.has(word) || words.has(word.replace(/s$/, ''))
  return found.every((name) => name.split(' ').every((word) => word === 's' || has(word)))
}

const isWithin = (some: ReadonlySet<string>, all: ReadonlySet<string>) => [...some].every((one) => all.has(one))

/** Stems of greetings, offers and links between sentences, which claim nothing. */
const talkStems = { en: stemsOf(talk.en, 'en'), pt: stemsOf(talk.pt, 'pt') }

function stemsOf(text: string, language: Locale): Set<string> {
  const words = plainWords(text).filter((word) => word.length > 1 && !stopWords[language].has(word))
  return new Set(words.map((word) => stem(word, language)))
}

/**
 * Whether a sentence without a citation claims something of its own: most of its content words are neither in `texts` nor words of talk.
 * Compares stems of one language.
 */
export function claimsItsOwn(sentence: string, { texts, language }: { texts: readonly string[]; language: Locale }): boolean {
  const words = [...stemsOf(sentence, language)].filter((word) => !talkStems[language].has(word))
  const covered = stemsOf(texts.join('\n'), language)
  return words.filter((word) => !covered.has(word)).length * 2 > words.length
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
