import type { Page } from '@playwright/test'
import { firstPassword, hashingTimeout, makeAccount, signIn } from '../support/account-journey.ts'
import { ask, bubbles } from '../support/chat-journey.ts'
import { anyWidth, expect, openScripted, test, uniqueEmail } from '../support/fixtures.ts'
import { translate } from '../support/translator.ts'
import { type Language, languages } from '../words/account-words.ts'
import { english } from '../words/chat-words.ts'

// the wrong password and calls that a press interrupts are reported; a crash is a page error, which still fails the test
test.use({ callsFail: true })

const [words] = languages as [Language, ...Language[]]
const crash = (page: Page) => page.getByText('Unexpected Application Error!')

/** Presses every button of the part that is there at the start, and closes what it opens. */
async function pressEverything(page: Page, except: RegExp) {
  const names = await page
    .getByRole('main')
    .getByRole('button')
    .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label') ?? button.textContent ?? ''))
  const pressed = names.map((name) => name.trim()).filter((name) => name !== '' && !except.test(name))
  expect(pressed.length).toBeGreaterThan(3)
  for (const name of pressed) {
    const button = page.getByRole('main').getByRole('button', { name, exact: true }).first()
    // an earlier press may have taken the place of this button, or opened a part that loaded late and now hides it
    const isPressable = (await button.isVisible()) && (await button.isEnabled({ timeout: 3_000 }).catch(() => false))
    if (!isPressable) {
      await page.keyboard.press('Escape')
      continue
    }
    // it may also go away while it is pressed, as a notice does
    await button.click({ timeout: 3_000 }).catch(async (error: unknown) => {
      if (await button.isVisible()) throw error
    })
    await page.keyboard.press('Escape')
    await expect(crash(page)).toHaveCount(0)
  }
}

test('a translated page survives a wrong password and every button of the account', anyWidth, async ({ page }) => {
  test.setTimeout(120_000)
  const email = uniqueEmail('translated')
  await makeAccount(page, words, email)
  await openScripted(page, '/account')
  await translate(page)
  await pressEverything(page, /Sign out|Delete|Download|Connect|Google/)
  await expect(page.getByRole('heading', { level: 1, name: words.account })).toBeVisible()

  await page.context().clearCookies()
  await openScripted(page, '/auth?mode=sign-in')
  await translate(page)
  await signIn(page, words, email, 'not the password')
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toBeVisible(hashingTimeout)
  await signIn(page, words, email, firstPassword)
  await expect(page).toHaveURL(/\/(?:marketplace)?$/, hashingTimeout)
})

test('a translated conversation sends, regenerates, edits, rates and renames', anyWidth, async ({ page }) => {
  test.setTimeout(120_000)
  await makeAccount(page, words, uniqueEmail('translated-chat'))
  await openScripted(page, '/marketplace')
  await page.getByRole('button', { name: words.startConversation }).click()
  await expect(page.getByRole('textbox', { name: words.write })).toBeVisible()
  await translate(page)
  await ask(page, english, 'Ada Lovelace', 'What is an engine?')
  await expect(page.getByRole('button', { name: english.stop })).toHaveCount(0, { timeout: 30_000 })
  await expect(bubbles(page)).toHaveCount(2)
  await pressEverything(page, /Delete|Marketplace|Send|Stop/)
  // a part that loaded late may have opened after the key that would close it
  await expect(async () => {
    await page.keyboard.press('Escape')
    await expect(page.getByRole('textbox', { name: words.write })).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await expect(crash(page)).toHaveCount(0)
})
