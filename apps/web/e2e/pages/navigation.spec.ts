import { anyWidth, expect, expectAccessible, expectContrast, test } from '../support/fixtures.ts'
import { publicPaths } from '../support/public-paths.ts'

test('the join button leads into the field of the form every time, on the home page and from other pages', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/')
  const join = page.getByRole('banner').getByRole('link', { name: 'Join the waitlist' })
  const section = page.locator('#email-collection')
  const field = section.getByRole('textbox', { name: 'Email' })
  for (let time = 0; time < 2; time++) {
    await join.click()
    await expect(section).toBeInViewport()
    await expect(field).toBeFocused()
    await page.evaluate(() => scrollTo(0, 0))
    await expect(section).not.toBeInViewport()
  }
  // a document, and a page of the app, whose router changes the address itself
  for (const path of ['/pricing', '/auth/recover']) {
    await page.goto(path)
    await join.click()
    await expect(page).toHaveURL(/\/#email-collection$/)
    await expect(field).toBeFocused()
    await expect(field).toBeInViewport()
  }
})

test('with reduced motion nothing changes gradually', anyWidth, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/')
  const durations = await page.evaluate(() => [
    ...new Set(
      [...document.querySelectorAll('*')].flatMap((element) => getComputedStyle(element).transitionDuration.split(', ')),
    ),
  ])
  expect(durations).toEqual(['0s'])
})

for (const path of [...publicPaths, '/help?region=gb', '/auth']) {
  for (const prefix of ['', '/pt']) {
    test(
      `${prefix}${path} passes axe in light and dark and fits the window of a desktop and a phone`,
      anyWidth,
      async ({ page }) => {
        await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
        await page.goto(path === '/' ? prefix || '/' : prefix + path)
        for (const size of [
          { width: 1280, height: 800 },
          { width: 360, height: 740 },
        ]) {
          await page.setViewportSize(size)
          await expectAccessible(page)
          await page.emulateMedia({ colorScheme: 'dark' })
          await expectContrast(page)
          await page.emulateMedia({ colorScheme: 'light' })
          expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)
        }
      },
    )
  }
}

for (const path of ['/', '/pricing', '/privacy', '/blog', '/marketplace', '/blog/en/how-to-price-your-ai-agent']) {
  test(`the language switcher on ${path} keeps the scroll position`, anyWidth, async ({ page }) => {
    await page.goto(path)
    await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight / 2, behavior: 'instant' }))
    const before = await page.evaluate(() => scrollY / document.documentElement.scrollHeight)
    // the header is hidden after scrolling down, but a keyboard still reaches it
    await page.getByRole('banner').getByRole('link', { name: 'Português', includeHidden: true }).first().dispatchEvent('click')
    await expect(page.locator('html')).toHaveAttribute('lang', 'pt-BR')
    await expect
      .poll(async () => Math.abs((await page.evaluate(() => scrollY / document.documentElement.scrollHeight)) - before))
      .toBeLessThan(0.08)
  })
}
