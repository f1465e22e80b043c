import { test as plain } from '@playwright/test'
import { anyWidth, expect, expectAccessible, test } from '../support/fixtures.ts'

for (const [language, path, more] of [
  ['en', '/blog', 'Load more articles'],
  ['pt', '/pt/blog', 'Carregar mais artigos'],
] as const) {
  test(`the index in ${language} shows six articles, adds three, and focuses the first new one`, async ({ page }) => {
    await page.goto(path)
    const cards = page.getByRole('main').getByRole('article')
    await expect(cards).toHaveCount(6)
    await expectAccessible(page)
    await page.getByRole('link', { name: more }).click()
    await expect(cards).toHaveCount(9)
    await expect(cards.nth(6).getByRole('link')).toBeFocused()
  })
}

plain.describe('without scripts', () => {
  plain.use({ javaScriptEnabled: false })
  plain('more articles, a category and a search work by URL', anyWidth, async ({ page }) => {
    await page.goto('/blog')
    await page.getByRole('link', { name: 'Load more articles' }).click()
    await expect(page.getByRole('main').getByRole('article')).toHaveCount(9)
    await expect(page.locator('#article-7')).toBeInViewport()
    await page.getByRole('link', { name: /^Business/ }).click()
    await expect(page).toHaveURL(/category=business/)
    await page.getByRole('searchbox').fill('nobody writes about this xyzzy')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await expect(page.getByText(/Nothing about/)).toBeVisible()
  })
})

test('a search ignores accents', async ({ page }) => {
  // the old list is pale while the next one loads, and fades back slowly unless motion is reduced
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/pt/blog')
  await page.getByRole('searchbox').fill('monetizacao')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/monetizacao/)
  await expect(page.getByRole('heading', { name: /monetizacao/ })).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await expect(
    page
      .getByRole('main')
      .getByRole('article')
      .filter({ hasText: /monetização/i })
      .first(),
  ).toBeVisible()
  await expectAccessible(page)
})

test('the language switcher of an article leads to its translation and back', async ({ page }) => {
  await page.goto('/blog/en/how-to-price-your-ai-agent')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('How to price')
  await expectAccessible(page)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Português' }).click()
  await expect(page).toHaveURL('/blog/pt/como-definir-o-preco-do-seu-agente-de-ia')
  await expect(page.locator('html')).toHaveAttribute('lang', 'pt-BR')
  await expectAccessible(page)
  await page.getByRole('contentinfo').getByRole('link', { name: 'English' }).click()
  await expect(page).toHaveURL('/blog/en/how-to-price-your-ai-agent')
})

test('an English-only article shows a notice on its Portuguese page', anyWidth, async ({ page }) => {
  await page.goto('/pt/blog/ai-ethics-and-responsible-automation')
  await expect(page.getByText('Disponível só em inglês')).toBeVisible()
  await expect(page.getByRole('article').first()).toHaveAttribute('lang', 'en-US')
  // its head is in English too
  await expect(page.locator('meta[name=author]')).toHaveAttribute('content', 'The Duo team')
  await expect(page.locator('meta[property="article:section"]')).toHaveAttribute('content', 'Ethics')
})

// without the console check, because the failure is reported there
plain('without a connection the list stays, shows an error, and can load more later', anyWidth, async ({ page, context }) => {
  await page.goto('/blog')
  const cards = page.getByRole('main').getByRole('article')
  await context.setOffline(true)
  const more = page.getByRole('link', { name: 'Load more articles' })
  await more.click()
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
  await expect(cards).toHaveCount(6)
  await context.setOffline(false)
  await more.click()
  await expect(cards).toHaveCount(9)
  await expect(page.getByRole('main').getByRole('alert')).toBeHidden()
})

test('going back from an article restores the longer list and its scroll position', anyWidth, async ({ page }) => {
  await page.goto('/blog')
  await page.getByRole('link', { name: 'Load more articles' }).click()
  const seventh = page.getByRole('main').getByRole('article').nth(6).getByRole('link')
  await expect(seventh).toBeFocused()
  await seventh.click()
  await expect(page.locator('main article h1')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(9)
  await expect(seventh).toBeInViewport()
})

test('article URLs in the wrong language redirect, and unknown ones return 404', anyWidth, async ({ request }) => {
  const go = async (path: string) => {
    const answer = await request.get(path, { maxRedirects: 0 })
    return [answer.status(), answer.headers().location]
  }
  expect(await go('/blog/the-future-of-ai-agents')).toEqual([301, '/blog/en/the-future-of-ai-agents'])
  expect(await go('/blog/pt/the-future-of-ai-agents')).toEqual([301, '/blog/pt/futuro-agentes-ia-confianca-democratizacao'])
  expect(await go('/blog/en/nobody-wrote-this')).toEqual([404, undefined])
})
