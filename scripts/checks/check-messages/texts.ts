/** What is wrong with the wording or the typography of a text, in words. */
export type TextRules = { verbatim: string[]; banned: RegExp[] }

/** Placeholders do not count: neither in the comparison with a verbatim text nor in the search for quotes. */
const withoutPlaceholders = (text: string) => text.replace(/\{[^{}]*\}/g, '{}')

/** The faults of one text; none for a text that the spec gives letter by letter. */
export function textFaults(text: string, { verbatim, banned }: TextRules): string[] {
  const plain = withoutPlaceholders(text)
  if (plain.trim() === '') return ['is empty']
  if (verbatim.includes(plain)) return []
  return [
    ...banned.flatMap((word) => word.exec(plain)?.[0] ?? []).map((word) => `'${word}' is hype: say what happens`),
    ...(/['"]/.test(plain) ? ['has straight quotes: write ‘ ’ “ ”'] : []),
    ...(plain.includes('...') ? ['has three dots: write …'] : []),
  ]
}
