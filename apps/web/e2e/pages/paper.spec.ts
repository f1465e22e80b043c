import { anyWidth, expect, test } from '../support/fixtures.ts'

test('nothing covers the lines of a page on paper, or in a picture of the whole page', anyWidth, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto('/')
  const covered = await page.locator('figure[data-picture]').evaluateAll((figures) =>
    figures.filter((figure) => {
      const [picture, caption] = [figure.children[0], figure.children[1]].map((part) => part?.getBoundingClientRect())
      return !picture || !caption || picture.bottom > caption.top
    }),
  )
  expect(covered).toEqual([])

  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('contentinfo')).toBeHidden()
  const bands = await page.locator('main [data-ground="deep"]').evaluateAll((all) =>
    all.map((band) => {
      const { color, backgroundColor } = getComputedStyle(band)
      return `${color} on ${backgroundColor}`
    }),
  )
  expect(new Set(bands)).toEqual(new Set(['rgb(0, 0, 0) on rgba(0, 0, 0, 0)']))
  const { color, backgroundColor } = await page.evaluate(() => ({ ...getComputedStyle(document.documentElement) }))
  expect([color, backgroundColor]).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)'])
})
