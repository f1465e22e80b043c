import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const css = readFileSync(new URL('./styles.css', import.meta.url), 'utf8')

/** Returns a token as [light, dark]; both are equal for a token with one colour. */
function token(name: string): [string, string] {
  const value = new RegExp(`--color-${name}:\\s*([^;]+);`).exec(css)?.[1] ?? ''
  const [light, dark = light] = value.match(/#[0-9a-f]{6}\b/g) ?? []
  if (light === undefined || dark === undefined) throw new Error(`no colour token ${name}`)
  return [light, dark]
}

/** Relative luminance of sRGB (WCAG 2.2). */
function luminance(hex: string) {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(one: string, other: string) {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

const AAA = 7
const AA = 4.5
const control = 3

const pairs: [text: string, ground: string, least: number][] = [
  ['ink', 'paper', AAA],
  ['ink', 'paper-raised', AAA],
  ['ink', 'paper-sunk', AAA],
  ['muted', 'paper', AAA],
  ['muted', 'paper-raised', AAA],
  ['muted', 'paper-sunk', AAA],
  ['muted', 'line', AA],
  ['on-deep', 'voice-deep', AAA],
  ['on-deep-muted', 'voice-deep', AAA],
  ['voice-bright', 'voice-deep', AA],
  ['on-bright', 'voice-bright', AAA],
  ['on-bright', 'band', AAA],
  ['on-overlap', 'overlap', AA],
  ['accent', 'paper', AAA],
  ['on-accent', 'accent', AAA],
  ['on-accent', 'accent-strong', AAA],
  ['danger', 'paper', AAA],
  ['danger', 'paper-raised', AAA],
  ['success', 'paper', AAA],
  ['success', 'paper-raised', AAA],
  ['line-strong', 'paper', control],
  ['line-strong', 'paper-raised', control],
  ['focus', 'paper', control],
  ['focus', 'paper-raised', control],
  ['overlap', 'paper', control],
]

describe.each([
  ['light', 0],
  ['dark', 1],
] as const)('contrast in the %s theme', (_theme, at) => {
  test.each(pairs)('%s on %s is at least %d:1', (text, ground, least) => {
    expect(contrast(token(text)[at], token(ground)[at])).toBeGreaterThanOrEqual(least)
  })
})
