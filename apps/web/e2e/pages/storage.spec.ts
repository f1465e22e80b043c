import { anyWidth, expect, test } from '../support/fixtures.ts'

test('the privacy page names everything that a visit stores in the browser', anyWidth, async ({ page, context }) => {
  await page.goto('/')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Português' }).click()
  await expect(page).toHaveURL(/\/pt/)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Sobre' }).click()
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacidade' }).click()
  await expect(page).toHaveURL(/\/pt\/privacy$/)
  await page.reload()
  const names = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)])
  names.push(...(await context.cookies()).map(({ name }) => name))
  expect(names).toContain('lang')
  for (const name of names) await expect(page.getByRole('main')).toContainText(name)
})

test(
  'on a new page the keyboard focus starts at the top, and the first stop skips to the content',
  anyWidth,
  async ({ page }) => {
    await page.goto('/pricing')
    await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click()
    await expect(page).toHaveURL(/\/about$/)
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.locator('#content')).toBeFocused()
  },
)
