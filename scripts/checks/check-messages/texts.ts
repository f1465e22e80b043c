export type TextRules = { verbatim: string[]; banned: RegExp[] }

const withoutPlaceholders = (text: string) => text.replace(/\{[^{}]*\}/g, '{}')

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
