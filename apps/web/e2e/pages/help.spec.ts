import { anyWidth, expect, openScripted, test } from '../support/fixtures.ts'

test(
  'the country is chosen without scripts, and a link leads to a topic of one country',
  anyWidth,
  async ({ browser, baseURL }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) })
    const page = await context.newPage()
    await page.goto('/pt/help')
    await page.getByRole('navigation', { name: 'Onde você está?' }).getByRole('link', { name: 'Reino Unido' }).click()
    await expect(page).toHaveURL(/\/pt\/help\?region=gb$/)
    await expect(page.getByRole('link', { name: '999' }).first()).toHaveAttribute('href', 'tel:999')
    await expect(page.getByRole('link', { name: /CVV/ })).toHaveCount(0)
    await page.goto('/help?region=gb#violence')
    await expect(page.getByRole('heading', { name: 'Violence by a partner or at home' })).toBeInViewport()
    await context.close()
  },
)

test(
  'pages of different countries are not mixed up, and an unknown country leads to the plain page',
  anyWidth,
  async ({ request }) => {
    const numbers = async (path: string) => {
      const html = await (await request.get(path)).text()
      return ['tel:188', 'tel:1411', 'tel:116123', 'tel:988'].filter((number) => html.includes(`"${number}"`))
    }
    for (let time = 0; time < 2; time++) {
      expect(await numbers('/pt/help')).toEqual(['tel:188', 'tel:1411'])
      expect(await numbers('/pt/help?region=gb')).toEqual(['tel:116123'])
      expect(await numbers('/pt/help?region=us&utm_source=x')).toEqual(['tel:988'])
      expect(await numbers('/pt/help?region=xx')).toEqual(['tel:188', 'tel:1411'])
    }
  },
)

test('after leaving quickly, the back button does not return to the page', async ({ page }) => {
  await page.route('https://weather.com/**', (route) => route.fulfill({ contentType: 'text/html', body: '<h1>Sunny</h1>' }))
  await page.goto('/about')
  await openScripted(page, '/help?region=gb')
  await page.getByRole('link', { name: 'Leave this page quickly' }).first().click()
  await expect(page.getByRole('heading', { name: 'Sunny' })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\/about$/)
})
