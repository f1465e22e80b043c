import { readdirSync, readFileSync } from 'node:fs'
import { Resvg } from '@resvg/resvg-js'
import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import { agentImageFormats } from '#marketplace/rules.ts'
import { agentArt, agentDrawings } from './agent-art.ts'
import { createAgentImages } from './agent-images.ts'
import { mixColours } from './palette.ts'

const seeds = new URL('../../../../../db/seeds/agents/', import.meta.url)
const agents = readdirSync(seeds).map(
  (file) => JSON.parse(readFileSync(new URL(file, seeds), 'utf8')) as { slug: string; colors: [string, string] },
)
const pixels = (svg: string) =>
  new Resvg(svg, { font: { loadSystemFonts: false }, fitTo: { mode: 'width', value: 160 } }).render()

test('seeded agents and drawings match one to one', () => {
  expect([...agentDrawings.keys()].sort()).toEqual(agents.map(({ slug }) => slug).sort())
})

test.each([...agents, { slug: 'somebody-else', colors: ['#123456', '#f0a030'] as [string, string] }])(
  '$slug covers the whole picture and uses the agent’s own colours',
  ({ slug, colors }) => {
    const svg = agentArt(slug, colors)
    expect(svg).not.toMatch(/NaN|undefined|Infinity|\[object|[{}]/)
    for (const colour of colors) expect(svg).toContain(colour)
    const { width, height, pixels: seen } = pixels(svg)
    expect([width, height]).toEqual([160, 120])
    const shades = new Map<number, number>()
    for (let at = 0; at < seen.length; at += 4) {
      expect(seen[at + 3]).toBe(255)
      const shade = ((seen[at] ?? 0) >> 5) * 64 + ((seen[at + 1] ?? 0) >> 5) * 8 + ((seen[at + 2] ?? 0) >> 5)
      shades.set(shade, (shades.get(shade) ?? 0) + 1)
    }
    expect(Math.max(...shades.values()) / (160 * 120)).toBeLessThan(0.7)
  },
)

test('a mix lies between its colours', () => {
  expect([mixColours('#000000', '#ffffff', 0.5), mixColours('#102030', '#ffffff', 0)]).toEqual(['#808080', '#102030'])
})

const cache = vi.fn((_name: string, make: () => Promise<Buffer>) => make())
const images = createAgentImages(async (slug) => (slug === 'ada-lovelace' ? ['#43194e', '#f39c3d'] : null), cache)

test.each(agentImageFormats)('renders %s in the requested size', async (format) => {
  const picture = await images(`/marketplace/images/ada-lovelace-240.${format}`)
  expect(picture?.type).toBe(`image/${format}`)
  const { width, height, format: found, compression } = await sharp(await picture?.load()).metadata()
  expect([width, height, compression === 'av1' ? 'avif' : found]).toEqual([240, 180, format])
})

test.each([
  'ada-lovelace-241.png',
  'ada-lovelace-240.gif',
  'ada-lovelace.png',
  'nobody-240.png',
  'constructor-240.png',
  '../x-240.png',
])('%s has no picture and renders nothing', async (name) => {
  cache.mockClear()
  expect(await images(`/marketplace/images/${name}`)).toBeNull()
  expect(cache).not.toHaveBeenCalled()
})
