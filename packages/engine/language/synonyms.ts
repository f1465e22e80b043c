import type { Locale } from '@duo/platform/shared/locale.ts'
import groups from './synonyms.json' with { type: 'json' }

/** Each word of a group finds all others. */
export const kinFinder = (groups: Record<Locale, readonly string[]>) => {
  const kin = { en: kinMap(groups.en), pt: kinMap(groups.pt) }
  return (word: string, language: Locale): readonly string[] =>
    kin[language].get(word) ?? kin[language].get(word.replace(/s$/, '')) ?? []
}

const kinOf: Record<Locale, ReadonlyMap<string, readonly string[]>> = {
  en: kinMap(groups.en),
  pt: kinMap(groups.pt),
}

/** Each word of a group finds all others. */
function kinMap(lines: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const map = new Map<string, string[]>()
  for (const line of lines) {
    const all = line.split(' ')
    for (const word of all) map.set(word, [...(map.get(word) ?? []), ...all.filter((other) => other !== word)])
  }
  return map
}

export const synonyms = (word: string, language: Locale): readonly string[] =>
  kinOf[language].get(word) ?? kinOf[language].get(word.replace(/s$/, '')) ?? []
