import type { Locale } from '@duo/platform/shared/locale.ts'
import { expandAbbreviations } from '../language/plain-message.ts'
import type { ReplyInput } from '../reply-input.ts'

const longest = 80
const exact = Number.MAX_SAFE_INTEGER

const grouping: Record<Locale, RegExp> = { en: /(?<=\d),(?=\d{3}(?!\d))/g, pt: /(?<=\d)\.(?=\d{3}(?!\d))/g }

const named: readonly [RegExp, string][] = [
  [
    /\b(?:what is|what s|whats|how much is|calculate|compute|quanto (?:e|da|sao)|calcul[ae]|qual e|equals?|e igual a)\b|[?=!]/g,
    ' ',
  ],
  [/\b(?:the )?(?:square root of|sqrt|a? ?raiz (?:quadrada )?de)\b/g, '√'],
  [/%\s*(?:of|de|do|da)\b/g, '/100*'],
  [/\b(?:plus|mais)\b/g, '+'],
  [/\b(?:minus|menos)\b/g, '-'],
  [/\b(?:times|multiplied by|vezes)\b|[x×](?=\s*[\d(])/g, '*'],
  [/\b(?:divided by|over|dividido por|sobre)\b|[÷:]/g, '/'],
]

/** Returns the formatted result of a message that is only a sum ("2+2"), `none` if it cannot be computed, else null. */
export function findSum(message: string, language: Locale): string | 'none' | null {
  const typed = expandAbbreviations(message.normalize('NFD').replace(/\p{M}/gu, '').replace(/['’]/g, ' ').toLowerCase())
  const plain = named
    .reduce((text, [words, sign]) => text.replace(words, sign), typed)
    .replaceAll('**', '^')
    .trim()
  if (!/\d/.test(plain) || !/^[\d\s.,+\-*/^()√]+$/.test(plain)) return null
  const tokens = plain
    .replace(grouping[language], '')
    .replaceAll(',', '.')
    .match(/\d+(?:\.\d+)?|[-+*/^()√]/g)
  if (plain.length > longest || !tokens || tokens.length < (tokens.includes('√') ? 2 : 3)) return 'none'
  const value = resultOf(tokens)
  if (value === null || !Number.isFinite(value) || Math.abs(value) > exact) return 'none'
  return new Intl.NumberFormat(language, { maximumFractionDigits: 6, useGrouping: Math.abs(value) >= 10_000 }).format(value)
}

const pointer: Record<Locale, RegExp> = {
  en: /\b(?:that|it|this)\b/i,
  pt: /\b(?:isso|disso|disto|isto|desse valor)\b/i,
}

/** Computes with the last result: "and 20% of that?" */
export function previousSum(message: string, history: ReplyInput['history'], language: Locale): string | 'none' | null {
  const previous = history.findLast(({ role }) => role === 'user')?.content ?? ''
  const last = /\d/.test(message) && pointer[language].test(message) ? findSum(previous, language) : null
  if (last === null || last === 'none') return null
  const continued = message.replace(/^\s*(?:and|e|so|then|então)\b/iu, ' ').replace(pointer[language], last)
  return findSum(continued.replace(/\b(?:d(?=\d))/g, 'de '), language)
}

function resultOf(tokens: readonly string[]): number | null {
  let at = 0
  const take = (...signs: string[]) => (signs.includes(tokens[at] ?? '') ? tokens[at++] : undefined)
  const atom = (): number => {
    if (take('-')) return -atom()
    if (take('√')) return Math.sqrt(atom())
    if (take('(')) {
      const inner = sum()
      return take(')') ? inner : Number.NaN
    }
    const token = tokens[at++]
    return token !== undefined && /^\d/.test(token) ? Number(token) : Number.NaN
  }
  const power = (): number => {
    const base = atom()
    return take('^') ? base ** power() : base
  }
  const product = (): number => {
    let value = power()
    for (let sign = take('*', '/'); sign; sign = take('*', '/')) value = sign === '*' ? value * power() : value / power()
    return value
  }
  const sum = (): number => {
    let value = product()
    for (let sign = take('+', '-'); sign; sign = take('+', '-')) value = sign === '+' ? value + product() : value - product()
    return value
  }
  const value = sum()
  return at === tokens.length && !Number.isNaN(value) ? value : null
}
