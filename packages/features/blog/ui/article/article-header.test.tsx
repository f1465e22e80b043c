import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, onTestFinished, test } from 'vitest'
import { startShell } from '#shell/ui/script/start-shell.ts'
import { renderPart } from '#testing.tsx'
import type { Article } from '../../schema.ts'
import { ArticleHeader } from './article-header.tsx'

const article: Article = {
  id: 1,
  language: 'pt',
  slug: 'precos',
  path: '/blog/pt/precos',
  title: 'Como cobrar',
  excerpt: 'Quanto vale uma hora.',
  author: 'duo-team',
  date: '2025-06-01',
  readTime: 8,
  category: 'monetization',
  image: '/blog/images/precos',
  figure: 'Uma moeda',
  keywords: [],
  publishedTime: '2025-06-01T00:00:00.000Z',
  modifiedTime: '2025-06-01T00:00:00.000Z',
  html: '',
  headings: [],
  pair: null,
  related: [],
  previous: null,
  next: null,
}
const shared = { url: 'https://goduo.example/blog/pt/precos', title: 'Como cobrar' }

test('shows the way back, category, minutes, title, excerpt, author, date and picture', async () => {
  document.documentElement.lang = 'pt-BR'
  await renderPart(<ArticleHeader article={article} shared={shared} interfaceTag={undefined} />)
  expect(screen.getByRole('link', { name: '← Todos os artigos' })).toHaveAttribute('href', '/blog')
  expect(screen.getByRole('link', { name: 'Monetização' })).toHaveAttribute('href', '/blog?category=monetization')
  expect(screen.getByRole('heading', { level: 1, name: 'Como cobrar' })).toBeVisible()
  for (const text of ['8 min de leitura', 'Quanto vale uma hora.', '1 de junho de 2025'])
    expect(screen.getByText(text)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Equipe Duo' })).toHaveAttribute('href', '/about#team')
  expect(screen.getByRole('img', { name: 'Uma moeda' })).toHaveAttribute('src', expect.stringContaining('/blog/images/precos'))
})

test('an article is shared to five networks in a new tab, each with its name as the source, and copied as a direct link', async () => {
  document.documentElement.lang = 'pt-BR'
  await renderPart(<ArticleHeader article={article} shared={shared} interfaceTag={undefined} />)
  const links = within(screen.getByRole('list')).getAllByRole('link', { hidden: true })
  expect(links.map((link) => /utm_source(?:=|%3D)(\w+?)(?:&|%26)/.exec(link.getAttribute('href') ?? '')?.[1])).toEqual([
    'whatsapp',
    'telegram',
    'twitter',
    'linkedin',
    'facebook',
  ])
  for (const link of links) expect(link).toHaveAttribute('target', '_blank')
  const copy = within(screen.getByRole('list')).getByRole('button', { name: 'Copiar link', hidden: true })
  const user = userEvent.setup()
  const stop = new AbortController()
  onTestFinished(() => stop.abort())
  startShell(stop.signal)
  await user.click(copy)
  expect(await navigator.clipboard.readText()).toContain('utm_source=direct_link')
})
