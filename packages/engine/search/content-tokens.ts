import type { Locale } from '@duo/platform/shared/locale.ts'
import { stopWords } from '../language/lexicon.ts'
import { messageWords } from '../language/plain-message.ts'
import { leadIns } from '../language/query-analysis.ts'
import { stem } from '../language/stemmer.ts'
import patterns from './question-kinds.json' with { type: 'json' }

const kinds = { en: compiled(patterns.en), pt: compiled(patterns.pt) }

function compiled(list: readonly { pattern: string; kind: string }[]) {
  return list.map(({ pattern, kind }) => ({ pattern: new RegExp(pattern, 'g'), kind }))
}

/** Returns the stems of a message's content words, and its kind of question as a token that is not a word (`?why`). */
export function contentTokens(message: string, language: Locale): string[] {
  const text = messageWords(message).join(' ').replace(leadIns[language], ' ')
  const withKinds = kinds[language].reduce((text, { pattern, kind }) => text.replace(pattern, ` ${kind} `), text)
  const left = withKinds.split(' ').filter((word) => word !== '' && !stopWords[language].has(word))
  return [...new Set(left)].map((word) => (word.startsWith('?') ? word : stem(word, language)))
}
