import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** Opens the list of caught mails without the address that tests come from: the catcher shows nothing to who came through a proxy. */
export async function openMailList(page: Page) {
  await page.unroute('**/dev/mail**')
  await page.route('**/dev/mail**', async (route) => {
    const { 'x-forwarded-for': _left, ...headers } = await route.request().allHeaders()
    await route.continue({ headers })
  })
  await page.goto('/dev/mail')
}

/** Opens the newest caught mail to somebody with this subject; answers what it says. */
export async function openMail(page: Page, email: string, subject: RegExp | string) {
  const caught = page.getByRole('listitem').filter({ hasText: email }).filter({ hasText: subject }).first()
  await expect(async () => {
    await openMailList(page)
    await expect(caught).toBeVisible({ timeout: 500 })
  }).toPass({ timeout: 15_000 })
  await caught.getByRole('link').click()
  return page.frameLocator('iframe')
}

/** Follows a mail's one action; mails open links in a tab of their own, which the test's page stands for. */
export async function followMail(page: Page, email: string, subject: RegExp | string, action: string) {
  const mail = await openMail(page, email, subject)
  const href = await mail.getByRole('link', { name: action }).getAttribute('href')
  await page.goto(new URL(href ?? '').href.replace(/^https?:\/\/[^/]+/, ''))
}
