import type { Locator, Page } from '@playwright/test'
import { expect } from '../fixtures.ts'

/** Presses Tab until the target has the focus, at most `limit` times. */
export async function tabTo(page: Page, target: Locator, limit: number) {
  await expect(target).toBeVisible()
  for (let presses = 0; presses < limit; presses++) {
    await page.keyboard.press('Tab')
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  await expect(target, `within ${limit} presses of Tab`).toBeFocused({ timeout: 1 })
}

export async function pressOn(page: Page, target: Locator, limit: number, key = 'Enter') {
  await tabTo(page, target, limit)
  await page.keyboard.press(key)
}

export async function typeInto(page: Page, target: Locator, limit: number, text: string) {
  await tabTo(page, target, limit)
  await page.keyboard.type(text)
}

/** From the top of a page to its content, past the navigation. */
export async function skipToContent(page: Page) {
  await pressOn(page, page.getByRole('link', { name: 'Skip to content' }), 1)
  await expect(page.getByRole('main')).toBeFocused()
}

/** Answers the questions after a join by keys alone. Each question takes the focus. Ends on the last page, open. */
export async function answerByKeys(page: Page, dialog: Locator) {
  const question = (name: string) => expect(dialog.getByRole('heading', { name })).toBeFocused()
  await question('How many people follow you?')
  await expect(dialog.getByRole('status').filter({ hasText: 'Step 1 of 3' })).toBeAttached()
  await pressOn(page, dialog.getByRole('radio').first(), 2, 'Space')
  await page.keyboard.press('ArrowDown')
  await expect(dialog.getByRole('radio', { name: /1,000.*5,000/ })).toBeChecked()
  await page.keyboard.press('Enter')
  await question('What do people ask you about?')
  await pressOn(page, dialog.getByRole('checkbox').first(), 2, 'Space')
  await page.keyboard.press('Enter')
  await question('What should your agent do for you?')
  await pressOn(page, dialog.getByRole('checkbox', { name: /sell access/ }), 2, 'Space')
  await page.keyboard.press('Enter')
  await question('Which of these are you?')
  await pressOn(page, dialog.getByRole('checkbox', { name: 'Creator' }), 2, 'Space')
  await page.keyboard.press('Enter')
  for (const name of ['Which niches do you work in?', 'Which agents would help you?']) {
    await question(name)
    await pressOn(page, dialog.getByRole('button', { name: 'Next' }), 20)
  }
  await pressOn(page, dialog.getByRole('button', { name: 'Send answers' }), 5)
  await question('Thank you. We have your answers.')
}
