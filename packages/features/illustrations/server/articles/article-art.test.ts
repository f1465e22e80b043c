import { readdirSync, readFileSync } from 'node:fs'
import { Resvg } from '@resvg/resvg-js'
import { expect, test } from 'vitest'
import { articleArt, articleDrawings, focusOf } from './article-art.ts'

const names = [...articleDrawings.keys()]
const seeds = new URL('../../../../../db/seeds/articles/', import.meta.url)
const field = (text: string, name: string) => new RegExp(`^${name}: "?(.*?)"?$`, 'm').exec(text)?.[1]
const articles = ['en', 'pt'].flatMap((language) =>
  readdirSync(new URL(`${language}/`, seeds)).map((file) => readFileSync(new URL(`${language}/${file}`, seeds), 'utf8')),
)

const pixels = (svg: string) =>
  new Resvg(svg, { font: { loadSystemFonts: false }, fitTo: { mode: 'width', value: 160 } }).render()
const share = (one: Uint8Array, other: Uint8Array) =>
  one.filter((value, i) => Math.abs(value - (other[i] ?? 0)) > 24).length / one.length

test('seeded articles and drawings match one to one', () => {
  expect(new Set(articles.map((text) => field(text, 'image')))).toEqual(new Set(names.map((name) => `/blog/images/${name}`)))
  expect(articles.every((text) => (field(text, 'figure') ?? '').length > 40)).toBe(true)
})

test.each([...names, 'an-article-without-a-drawing', 'constructor', 'x'])('%s covers the whole picture', (name) => {
  const svg = articleArt(name)
  expect(svg).not.toMatch(/NaN|undefined|Infinity|\[object|[{}]/)
  expect(svg.length).toBeLessThan(120_000)
  const { width, height, pixels: seen } = pixels(svg)
  expect([width, height]).toEqual([160, 90])
  // opaque everywhere, and no colour covers everything
  const colours = new Map<number, number>()
  for (let at = 0; at < seen.length; at += 4) {
    expect(seen[at + 3]).toBe(255)
    const colour = ((seen[at] ?? 0) >> 5) * 64 + ((seen[at + 1] ?? 0) >> 5) * 8 + ((seen[at + 2] ?? 0) >> 5)
    colours.set(colour, (colours.get(colour) ?? 0) + 1)
  }
  expect(Math.max(...colours.values()) / (160 * 90)).toBeLessThan(0.85)
})

test('no two pictures of the series look alike', () => {
  const drawn = names.map((name) => pixels(articleArt(name)).pixels)
  const closest = drawn.flatMap((one, i) => drawn.slice(i + 1).map((other) => share(one, other)))
  expect(Math.min(...closest)).toBeGreaterThan(0.15)
})

test('generated pictures differ by article and are deterministic', () => {
  const made = Array.from({ length: 60 }, (_, i) => articleArt(`generated-${i}`))
  expect(new Set(made).size).toBe(60)
  expect(articleArt('generated-7')).toBe(made[7])
})

test('the focus lies within the picture', () => {
  for (const name of names) expect(Math.abs(focusOf(name) - 0.5)).toBeLessThanOrEqual(0.3)
  expect(focusOf('how-to-make-money-with-ai-agents-in-2025')).toBe(0.62)
  expect(focusOf('an-article-without-a-drawing')).toBe(0.5)
})
