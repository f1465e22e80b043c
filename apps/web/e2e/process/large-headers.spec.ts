import { test as plain } from '@playwright/test'
import { expect } from '../support/fixtures.ts'

// without the console check, because Chromium reports the expected 431
for (const { clear, heading, again } of [
  {
    clear: 'Delete cookies and load again',
    heading: 'Your browser sent more than we can read',
    again: /in your browser’s settings/,
  },
  {
    clear: 'Apagar cookies e carregar de novo',
    heading: 'O seu navegador enviou mais do que conseguimos ler',
    again: /nas configurações do navegador/,
  },
])
  plain(
    `too many cookies show a page whose button "${clear}" deletes them and keeps the session`,
    async ({ page, context, baseURL }) => {
      const url = baseURL ?? ''
      const many = Array.from({ length: 12 }, (_, i) => ({ name: `other${i}`, value: 'a'.repeat(3_500), url }))
      await context.addCookies([...many, { name: 'duo.session_token', value: 'kept', url, httpOnly: true }])
      const response = await page.goto('/pricing')
      expect(response?.status()).toBe(431)
      await expect(page.getByRole('heading', { name: heading })).toBeVisible()
      // cookies that scripts cannot read stay
      await expect(page.getByText(again)).toBeVisible()
      // nothing is deleted before the press
      expect(await context.cookies()).toHaveLength(13)
      await page.getByRole('button', { name: clear }).click()
      await expect(page.getByRole('heading', { level: 1, name: heading })).toHaveCount(0)
      await expect(page).toHaveTitle(/Duo/)
      const names = (await context.cookies()).map(({ name }) => name)
      expect(names.filter((name) => name.startsWith('other'))).toEqual([])
      expect(names).toContain('duo.session_token')
    },
  )

plain('a link that is too long deletes no cookie, and the page leads home', async ({ page, context, baseURL }) => {
  await context.addCookies([{ name: 'lang', value: 'en', url: baseURL ?? '' }])
  const response = await page.goto(`/?utm_source=${'a'.repeat(40_000)}`)
  expect(response?.status()).toBe(431)
  await page.getByRole('link', { name: 'Go to the home page' }).click()
  await expect(page.locator('#email-collection')).toBeAttached()
  expect((await context.cookies()).map(({ name }) => name)).toContain('lang')
})
