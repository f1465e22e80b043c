import { openAccount } from '../support/account-journey.ts'
import { ask, bubbles } from '../support/chat-journey.ts'
import { anyWidth, expect, openScripted, test, uniqueEmail } from '../support/fixtures.ts'
import { type Language, languages } from '../words/account-words.ts'
import { english } from '../words/chat-words.ts'
import { studioWords } from '../words/studio-words.ts'

const [words] = languages as [Language, ...Language[]]

test(
  'in a browser of 2022, a visitor joins, a member gets a reply, and a creator brings a document',
  anyWidth,
  async ({ page }) => {
    test.setTimeout(120_000)
    // such a browser cannot parse a file that has a lookbehind
    await page.route(/\/assets\/.*\.js$/, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, body: (await response.text()).replace(/\(\?<[=!]/g, '(?<~') })
    })
    await page.addInitScript(() => {
      const gone: [object, string[]][] = [
        [URL, ['canParse', 'parse']],
        [String.prototype, ['toWellFormed', 'isWellFormed']],
        [AbortSignal, ['any']],
        [Promise, ['withResolvers', 'try']],
        [Object, ['groupBy']],
        [Map, ['groupBy']],
        [Array, ['fromAsync']],
        [Array.prototype, ['findLast', 'findLastIndex', 'toSorted', 'toSpliced', 'toReversed', 'with']],
        [Set.prototype, ['union', 'difference', 'intersection', 'isSubsetOf']],
        [Intl, ['Segmenter']],
        [HTMLElement.prototype, ['showPopover', 'hidePopover', 'togglePopover']],
      ]
      for (const [owner, names] of gone) for (const name of names) Reflect.deleteProperty(owner, name)
    })
    await openAccount(page, words, uniqueEmail('old-browser'))
    await openScripted(page, '/')
    await page.getByRole('textbox', { name: /^Email$/ }).fill(uniqueEmail('old-joins'))
    await page.keyboard.press('Enter')
    await expect(page.getByText(/You are .* on the list/)).toBeVisible()
    await openScripted(page, '/marketplace')
    await page.getByRole('button', { name: words.startConversation }).click()
    await ask(page, english, 'Ada Lovelace', 'What is an engine?')
    await expect(page.getByRole('button', { name: english.stop })).toHaveCount(0, { timeout: 30_000 })
    await expect(bubbles(page)).toHaveCount(2)

    await openScripted(page, '/studio')
    await page
      .locator('[data-drop-zone] input[type=file]')
      .first()
      .setInputFiles({
        name: 'bread.txt',
        mimeType: 'text/plain',
        buffer: Buffer.from('Strong flour holds more water than cake flour, and it makes a loaf that stands tall.'),
      })
    await page.getByRole('checkbox').check()
    await expect(page.getByText(studioWords.en.ready)).toBeVisible({ timeout: 30_000 })
    await page.getByRole('link', { name: studioWords.en.agent, exact: true }).click()
    await page.getByRole('textbox', { name: studioWords.en.name, exact: true }).fill('Bread')
    await expect(page.getByText(studioWords.en.saved)).toBeVisible()
    await page.getByRole('link', { name: studioWords.en.coverage }).click()
    await page.getByRole('button', { name: studioWords.en.measure, exact: true }).click()
    await expect(page.getByRole('button', { name: studioWords.en.measureAgain })).toBeVisible()
  },
)
