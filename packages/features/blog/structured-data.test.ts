import { expect, test } from 'vitest'
import { articleData, blogData, feedLink } from './structured-data.ts'

const origin = 'https://goduo.example'
const article = {
  title: 'Preços',
  excerpt: 'Quanto custa.',
  language: 'pt',
  path: '/blog/pt/precos',
  keywords: ['preço', 'agente'],
  publishedTime: '2025-06-01T12:00:00.000Z',
  modifiedTime: '2025-06-02T12:00:00.000Z',
  readTime: 5,
} as const

test('article data has the fields that the spec requires, with absolute URLs', () => {
  const data = articleData({
    origin,
    publisher: 'Duo',
    article: { ...article, keywords: [...article.keywords] },
    author: 'Ana',
    isByTeam: false,
    images: ['/share/pt/blog/pt/precos.png'],
    section: 'Negócios',
  })
  expect(data).toMatchObject({
    '@type': 'Article',
    headline: 'Preços',
    description: 'Quanto custa.',
    image: ['https://goduo.example/share/pt/blog/pt/precos.png'],
    datePublished: '2025-06-01T12:00:00.000Z',
    dateModified: '2025-06-02T12:00:00.000Z',
    author: { '@type': 'Person', name: 'Ana' },
    inLanguage: 'pt-BR',
    mainEntityOfPage: { '@id': 'https://goduo.example/blog/pt/precos' },
  })
})

test('blog data lists the shown articles, and the feed link is localized', () => {
  const data = blogData({
    origin,
    publisher: 'Duo',
    language: 'pt',
    name: 'Blog',
    description: 'Artigos',
    articles: [
      { ...article, date: '2025-06-01', image: '/blog/images/precos', author: 'Ana', isByTeam: false },
      { ...article, date: '2025-06-02', image: '/blog/images/time', author: 'Equipe Duo', isByTeam: true },
    ],
  })
  expect(data).toMatchObject({
    '@type': 'Blog',
    url: 'https://goduo.example/pt/blog',
    blogPost: [
      {
        headline: 'Preços',
        url: 'https://goduo.example/blog/pt/precos',
        inLanguage: 'pt-BR',
        image: 'https://goduo.example/blog/images/precos-1600.png',
        author: { '@type': 'Person', name: 'Ana' },
      },
      {
        image: 'https://goduo.example/blog/images/time-1600.png',
        author: { '@type': 'Organization', name: 'Equipe Duo', url: origin },
      },
    ],
  })
  expect(feedLink(origin, 'pt', 'Blog').href).toBe('https://goduo.example/pt/blog/rss.xml')
})
