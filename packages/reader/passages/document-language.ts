import { foreignLanguage } from '@duo/engine/language/foreign-language.ts'
import { countMarkers, languageOf } from '@duo/engine/language/query-analysis.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'

const sampleSize = 40_000

/** From the beginning of a document and from its later parts, because a preface may be in another language. */
export function languageGuess(): { add: (text: string) => void; guess: () => Locale | null } {
  let sample = ''
  let count = 0
  return {
    add: (text) => {
      count += 1
      if (sample.length < sampleSize && (count < 20 || count % 10 === 0)) sample += `${text.slice(0, 1500)}\n`
    },
    guess: () => {
      const own = Math.max(countMarkers(sample, 'en'), countMarkers(sample, 'pt'))
      return own === 0 || foreignLanguage(sample, own) !== null ? null : languageOf(sample)
    },
  }
}
