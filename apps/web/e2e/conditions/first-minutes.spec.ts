import type { Locator, Page } from '@playwright/test'
import { bubbles, expectAnswered, signUpHere, write } from '../support/chat-journey.ts'
import { anyWidth, expect, test, uniqueEmail, waitForScripts } from '../support/fixtures.ts'
import { ada, english as words } from '../words/chat-words.ts'
import { type Condition, conditions } from './conditions.ts'

for (const condition of conditions)
  test.describe(condition.name, () => {
    test.use({ ...condition.use, callsFail: condition.reports ?? false })

    test('a visitor joins, starts the survey, signs up, asks and shares', anyWidth, async ({ page }) => {
      test.setTimeout(60_000)
      await condition.prepare?.(page)
      const open = async (path: string) => {
        await page.goto(path)
        await arrive(page, condition)
      }
      const email = uniqueEmail('minutes')

      await open('/')
      const joining = page.locator('#email-collection')
      await joining.getByRole('textbox', { name: 'Email' }).fill(email)
      await joining.getByRole('button', { name: 'Join the waitlist' }).click()
      const survey = page.getByRole('dialog')
      await survey.getByRole('radio').first().check({ force: true })
      await survey.getByRole('button', { name: 'Next' }).click()
      await expect(survey.getByRole('checkbox').first()).toBeVisible()
      await survey.getByRole('button', { name: 'Close' }).first().click()
      await expect(joining.getByRole('heading', { name: /^You are/ })).toBeVisible()

      await open('/auth')
      await signUpHere(page, words, email)
      await open('/marketplace')
      await page.getByRole('button', { name: words.start(ada) }).click()
      await expect(page).toHaveURL(/\/chat\//)
      await arrive(page, condition)
      await write(page, words, ada, 'Who was Babbage?')
      await page.getByRole('button', { name: words.send }).click()
      await expect(bubbles(page)).toHaveCount(2)
      await expectAnswered(page, words)

      await page.getByRole('button', { name: 'Share or download' }).click()
      await page.getByRole('button', { name: 'Create link' }).click()
      const field = page.getByRole('textbox', { name: 'Link', exact: true })
      const link = await field.inputValue()
      expect((await page.request.get(link)).status()).toBe(200)
      await page.getByRole('dialog').getByRole('button', { name: /^Copy/ }).first().click()
      if (condition.copiesByHand) await expect.poll(() => selection(field)).toBe(link)
      else await expect(page.getByRole('dialog').getByRole('button', { name: 'Copied' })).toBeVisible()
      // nothing runs past the edge of the screen
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    })
  })

async function arrive(page: Page, { onPage }: Condition) {
  await waitForScripts(page)
  await onPage?.(page)
}

/** What the reader can copy by hand. */
const selection = (field: Locator) =>
  field.evaluate((input: HTMLInputElement) => input.value.slice(input.selectionStart ?? 0, input.selectionEnd ?? 0))
