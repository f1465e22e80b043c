import { expect, test } from 'vitest'
import { createShareImages } from './share-images.ts'

const page = (path: string, title: string) => ({ path, title: () => title, description: () => '', keywords: () => '' })
const images = createShareImages([page('/', 'Início'), page('/pricing', 'Preços – Duo')])

const sizeOf = (png: Uint8Array) => {
  const view = new DataView(png.buffer, png.byteOffset)
  return [view.getUint32(16), view.getUint32(20)]
}

test('renders one 1200 by 630 image per public page and language, once', async () => {
  const image = await images('/share/pt/pricing.png')
  expect(
    Buffer.from(image ?? [])
      .subarray(0, 4)
      .toString('latin1'),
  ).toBe('\u0089PNG')
  expect(sizeOf(image ?? new Uint8Array(24))).toEqual([1200, 630])
  expect(await images('/share/pt/pricing.png')).toBe(image)
  expect(await images('/share/en/home.png')).not.toEqual(image)
})

test.each(['/share/pt/nothing.png', '/share/fr/home.png', '/share/en/../en/home.png'])('%s has no image', (address) => {
  expect(images(address)).toBeNull()
})
