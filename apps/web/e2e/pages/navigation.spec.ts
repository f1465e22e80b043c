import { test as plain } from '@playwright/test'
import { anyWidth, expect, expectAccessible, test } from '../support/fixtures.ts'

test('on a Portuguese page every way stays Portuguese until English is chosen', async ({ page }) => {
  await page.goto('/pt')
  await page.getByRole('banner').getByRole('link', { name: 'Entrar na lista' }).click()
  await expect(page).toHaveURL(/\/pt#email-collection$/)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Sobre' }).click()
  await expect(page).toHaveURL(/\/pt\/about$/)
  await page.getByRole('contentinfo').getByRole('link', { name: 'English' }).click()
  await expect(page).toHaveURL(/\/about$/)
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-US')
})

test('the join button takes there every time, from home and from elsewhere', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/')
  const join = page.getByRole('banner').getByRole('link', { name: 'Join the waitlist' })
  const section = page.locator('#email-collection')
  for (let time = 0; time < 2; time++) {
    await join.click()
    await expect(section).toBeInViewport()
    await page.evaluate(() => scrollTo(0, 0))
    await expect(section).not.toBeInViewport()
  }
  await page.goto('/pricing')
  await join.click()
  await expect(page).toHaveURL(/\/#email-collection$/)
  await expect(section).toBeInViewport()
})

test('the switcher keeps path, query and anchor', anyWidth, async ({ page }) => {
  await page.goto('/?ref=ABC123#how-it-works')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Português' }).click()
  await expect(page).toHaveURL(/\/pt\?ref=ABC123#how-it-works$/)
})

for (const path of ['/', '/pricing', '/about', '/community', '/blog', '/privacy', '/terms', '/auth']) {
  for (const prefix of ['', '/pt']) {
    test(`${prefix}${path} passes axe in light and dark and fits the window`, async ({ page }) => {
      const address = path === '/' ? prefix || '/' : prefix + path
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await page.goto(address)
        await expectAccessible(page)
        expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)
      }
    })
  }
}

// the console tells of what could not be fetched, as it should
plain(
  'a page that there is no connection for says so, and comes by itself once there is',
  anyWidth,
  async ({ page, context }) => {
    await page.goto('/pt/about')
    await page.waitForLoadState('networkidle')
    await context.setOffline(true)
    await page.getByRole('contentinfo').getByRole('link', { name: 'Preços', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Você está sem conexão' })).toBeVisible()
    await expect(page).toHaveURL('/pt/pricing')
    await context.setOffline(false)
    await expect(page.getByRole('heading', { level: 1, name: 'Você está sem conexão' })).toHaveCount(0)
    await expect(page).toHaveTitle(/Preços|Planos/)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  },
)
