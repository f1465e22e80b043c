import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPart } from '#testing.tsx'
import type { ArticleCard as Card } from '../../schema.ts'
import { ArticleCard } from './article-card.tsx'
import { BlogHero } from './blog-hero.tsx'

const article: Card = {
  id: 1,
  language: 'en',
  slug: 'prices',
  path: '/blog/en/prices',
  title: 'How to price',
  excerpt: 'What an hour is worth.',
  author: 'duo-team',
  date: '2025-06-01',
  readTime: 8,
  category: 'monetization',
  image: '/blog/images/prices',
  figure: '',
}

test('a card links to its article and shows picture, category, minutes, title, excerpt, author and date', async () => {
  await renderPart(<ArticleCard article={article} form="row" />)
  const card = within(screen.getByRole('article'))
  expect(card.getByRole('heading', { name: 'How to price' })).toBeVisible()
  expect(card.getByRole('link', { name: 'How to price' })).toHaveAttribute('href', '/blog/en/prices')
  expect(card.getByRole('presentation')).toHaveAttribute('src', expect.stringContaining('/blog/images/prices'))
  for (const text of ['Monetization', '8 min read', 'What an hour is worth.']) expect(card.getByText(text)).toBeVisible()
  expect(screen.getByRole('article')).toHaveTextContent(/By the Duo team · June 1, 2025$/)
})

test('a card in Portuguese writes category, minutes, team and date in Portuguese, and marks an article in English', async () => {
  document.documentElement.lang = 'pt-BR'
  await renderPart(<ArticleCard article={article} form="row" />)
  const card = screen.getByRole('article')
  for (const text of ['Monetização', '8 min de leitura', 'Em inglês']) expect(within(card).getByText(text)).toBeVisible()
  expect(card).toHaveTextContent(/Pela equipe Duo · 1 de junho de 2025$/)
  expect(within(card).getByRole('link')).toHaveAttribute('lang', 'en-US')
})

test('the top of the index links to the home page', async () => {
  await renderPart(<BlogHero />)
  expect(screen.getByRole('link', { name: '← Back to home' })).toHaveAttribute('href', '/')
})
