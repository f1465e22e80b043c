import type { Page } from '@playwright/test'
import type { Language } from '../words/account-words.ts'
import { expect, expectAccessible } from './fixtures.ts'
import { ownAddressOf } from './own-address.ts'

/**
 * Opens the list of caught mails as an operator on the server's machine does: at the server's own address, past any balancer, and
 * without the tests' X-Forwarded-For, because the catcher shows nothing to proxied requests.
 */
export async function openMailList(page: Page) {
  await page.unroute('**/dev/mail**')
  await page.route('**/dev/mail**', async (route) => {
    const { 'x-forwarded-for': _left, host: _site, ...headers } = await route.request().allHeaders()
    const { origin, pathname, search } = new URL(route.request().url())
    await route.continue({ url: ownAddressOf(origin) + pathname + search, headers })
  })
  await page.goto('/dev/mail')
}

/** Opens the newest caught mail with this subject to this address and returns its text. */
export async function openMail(page: Page, email: string, subject: RegExp | string) {
  const caught = page.getByRole('listitem').filter({ hasText: email }).filter({ hasText: subject }).first()
  await expect(async () => {
    await openMailList(page)
    await expect(caught).toBeVisible({ timeout: 500 })
  }).toPass({ timeout: 15_000 })
  await caught.getByRole('link').click()
  return page.frameLocator('iframe')
}

/** Follows a mail's one action in the test's page; a mail client would open a new tab. */
export async function followMail(page: Page, email: string, subject: RegExp | string, action: string) {
  await page.goto(await hrefIn(await openMail(page, email, subject), action))
}

/** Follows the action as a mail program does that changes the link, and returns the code that is printed below it. */
export async function followCutMail(
  page: Page,
  { email, subject, action }: { email: string; subject: RegExp | string; action: string },
  change: (href: string) => string,
): Promise<string> {
  const mail = await openMail(page, email, subject)
  const href = await hrefIn(mail, action)
  const code = await mail.getByText(/^[0-9A-Z]{4}(?:-[0-9A-Z]{4}){2}$/).innerText()
  await page.goto(change(href))
  return code
}

/** A change by mail programs that cut links. */
export const withoutFragment = (href: string) => href.replace(/#.*/, '')

/** Expects a page that says that its link was cut. */
export async function expectCut(page: Page, { cut }: Language) {
  await expect(page.getByRole('heading', { level: 1, name: cut })).toBeVisible()
  await expect(page).not.toHaveURL(/token/)
  await expectAccessible(page)
  const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement)
  expect(scrollWidth).toBe(clientWidth)
}

/** Types the code of a mail instead of following its link. */
export async function useCode(page: Page, language: Language, code: string) {
  await page.getByRole('textbox', { name: language.mailCode }).fill(code)
  await page.getByRole('button', { name: language.useMailCode }).click()
}

/** Returns the path of a mail's one action. */
export const hrefIn = async (mail: Awaited<ReturnType<typeof openMail>>, action: string) =>
  new URL((await mail.getByRole('link', { name: action }).getAttribute('href')) ?? '').href.replace(/^https?:\/\/[^/]+/, '')
