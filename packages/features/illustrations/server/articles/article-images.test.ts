import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import { imageFormats, imageWidths } from '#blog/rules.ts'
import { createArticleImages } from './article-images.ts'

const name = 'goduoai-revolution'
const title = 'The Duo revolution? Count what changes hands'
const articles = {
  hasImage: async (requested: string) => requested === name,
  find: async (slug: string, language: string | null) =>
    (slug === name && language === 'en') || (slug === 'plain' && language === null)
      ? { title, image: `/blog/images/${name}` }
      : null,
}
const cache = vi.fn((_name: string, make: () => Promise<Buffer>) => make())
const pictures = createArticleImages(articles, cache)
const load = async (address: string) => (await pictures(address))?.load()

test.each(imageFormats.flatMap((format) => imageWidths.map((width) => [width, format] as const)))(
  'renders a width of %d pixels as %s',
  async (width, format) => {
    const picture = await pictures(`/blog/images/${name}-${width}.${format}`)
    expect(picture?.type).toBe(`image/${format}`)
    const { width: wide, height, format: found, compression } = await sharp(await picture?.load()).metadata()
    expect([wide, height]).toEqual([width, (width / 16) * 9])
    expect(compression === 'av1' ? 'avif' : found).toBe(format)
  },
)

test.each([
  `/blog/images/${name}-801.avif`,
  `/blog/images/${name}-0800.avif`,
  `/blog/images/${name}-800.gif`,
  `/blog/images/${name}-800.constructor`,
  `/blog/images/${name}.png`,
  `/blog/images/${name}-800.avif/`,
  '/blog/images/../secret-800.png',
  '/blog/images/unknown-800.avif',
  `/share/fr/blog/${name}.png`,
  `/share/pt/blog/en/${name}.png`,
  `/share/pt/blog/pt/${name}.png`,
  `/share/en/blog/${name}.png`,
  '/share/en/pricing.png',
])('%s has no picture and renders nothing', async (address) => {
  cache.mockClear()
  expect(await pictures(address)).toBeNull()
  expect(cache).not.toHaveBeenCalled()
})

test('a share image is 1200 by 630, with title and picture in the page’s language', async () => {
  const [english, plain, portuguese] = await Promise.all(
    [`/share/en/blog/en/${name}.png`, '/share/en/blog/plain.png', '/share/pt/blog/plain.png'].map(load),
  )
  expect(await sharp(english).metadata()).toMatchObject({ width: 1200, height: 630, format: 'png' })
  expect(plain).toEqual(english)
  expect(portuguese).not.toEqual(english)
})

test('the ETag needs no rendering and differs per picture', async () => {
  cache.mockClear()
  const addresses = [`/blog/images/${name}-800.avif`, `/blog/images/${name}-800.webp`, `/blog/images/${name}-480.avif`]
  const etags = await Promise.all(addresses.map(async (address) => (await pictures(address))?.etag))
  expect(new Set(etags).size).toBe(3)
  expect((await pictures(addresses[0] ?? ''))?.etag).toBe(etags[0])
  expect(cache).not.toHaveBeenCalled()
})

test('the 800-pixel AVIF that cards use stays within 30 kB', async () => {
  expect((await load(`/blog/images/${name}-800.avif`))?.length).toBeLessThan(30_000)
})
