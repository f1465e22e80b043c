import { anyWidth, expect, test } from '../support/fixtures.ts'

test('in dark mode the drawings and the bright bands are dimmed', anyWidth, async ({ page }) => {
  const looks = async (colorScheme: 'light' | 'dark') => {
    await page.emulateMedia({ colorScheme })
    await page.goto('/marketplace')
    const band = page.getByRole('main').locator('section').first()
    const picture = page.getByRole('article').first().locator('picture').locator('..')
    return {
      band: await band.evaluate((element) => getComputedStyle(element).backgroundColor),
      picture: await picture.evaluate((element) => getComputedStyle(element).filter),
    }
  }
  expect(await looks('light')).toEqual({ band: 'rgb(246, 178, 60)', picture: 'none' })
  expect(await looks('dark')).toEqual({ band: 'rgb(212, 153, 47)', picture: 'brightness(0.82)' })
})
