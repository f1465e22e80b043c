import { test as base, expect } from '@playwright/test'
import { expectAccessible } from '../support/fixtures.ts'

// only phones have the drawer
base.use({ viewport: { width: 360, height: 740 } })

base('until the page’s scripts load, the menu button leads to the footer', async ({ page }) => {
  const scripts = Promise.withResolvers<void>()
  await page.route(/\.js$/, async (route) => {
    await scripts.promise
    await route.continue()
  })
  await page.goto('/pt', { waitUntil: 'commit' })
  const menu = page.getByRole('banner').getByLabel('Abrir menu')
  await menu.click()
  await expect(page.locator('#places')).toBeInViewport()
  scripts.resolve()
  // a page that finishes loading scrolls to its fragment again
  await page.waitForLoadState()
  await page.evaluate(() => scrollTo(0, 0))
  await page.getByRole('button', { name: 'Abrir menu' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page)
})

base('the menu leads into the field of the join, and to the common questions', async ({ page }) => {
  await page.goto('/')
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await page.getByRole('button', { name: 'Open menu' }).click()
  await menu.getByRole('link', { name: 'Join the waitlist' }).click()
  await expect(menu).toHaveCount(0)
  const field = page.locator('#email-collection').getByRole('textbox', { name: 'Email' })
  await expect(field).toBeFocused()
  await expect(field).toBeInViewport()
  await page.evaluate(() => scrollTo(0, 0))
  await page.getByRole('button', { name: 'Open menu' }).click()
  await menu.getByRole('link', { name: 'Common questions' }).click()
  await expect(page.getByRole('heading', { name: 'Fair questions.' })).toBeInViewport()
})

base('the menu opens offline, and the page keeps the typed text', async ({ page, context }) => {
  await page.goto('/')
  const field = page.getByRole('textbox', { name: /^E-?mail$/ })
  await field.fill('ana@example.com')
  await page.evaluate(() => scrollTo(0, 0))
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(field).toHaveValue('ana@example.com')
})
