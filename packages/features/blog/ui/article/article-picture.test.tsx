import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ArticlePicture } from './article-picture.tsx'

const drawn = (priority: boolean) => {
  const place = document.createElement('div')
  place.innerHTML = renderToStaticMarkup(
    <ArticlePicture image="/blog/images/one" alt="A circle" sizes="(min-width: 40rem) 50vw, 100vw" priority={priority} />,
  )
  const [picture, ...sources] = [place.querySelector('img'), ...place.querySelectorAll('source')]
  return { picture, sources }
}

test('offers AVIF and WebP in every width, and PNG as the fallback', () => {
  const { picture, sources } = drawn(false)
  expect(sources.map((source) => source.getAttribute('type'))).toEqual(['image/avif', 'image/webp'])
  expect(sources[0]?.getAttribute('srcset')).toBe(
    '/blog/images/one-480.avif 480w, /blog/images/one-800.avif 800w, /blog/images/one-1200.avif 1200w, /blog/images/one-1600.avif 1600w',
  )
  expect(sources.every((source) => source.getAttribute('sizes') === '(min-width: 40rem) 50vw, 100vw')).toBe(true)
  expect(picture?.getAttribute('src')).toBe('/blog/images/one-800.png')
  expect(picture?.getAttribute('alt')).toBe('A circle')
})

test('reserves 16:9 space and loads lazily', () => {
  const { picture } = drawn(false)
  expect(Number(picture?.getAttribute('width')) / Number(picture?.getAttribute('height'))).toBeCloseTo(16 / 9)
  expect(picture?.getAttribute('loading')).toBe('lazy')
  expect(picture?.getAttribute('fetchpriority')).toBe('auto')
})

test('a priority picture loads eagerly with high priority', () => {
  const { picture } = drawn(true)
  expect(picture?.getAttribute('loading')).toBe('eager')
  expect(picture?.getAttribute('fetchpriority')).toBe('high')
})
