import { existsSync, readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { e2eOwnAddressFile, e2ePort } from './data-dir.ts'
import { expect } from './fixtures.ts'

/** Origins of balancers that tests of this process started, each with the own address of a server behind it. */
export const ownAddresses = new Map<string, string>()

/** A server's own address for the site's: behind a balancer caught mails are not shown. */
function ownAddressOf(origin: string): string {
  const file = e2eOwnAddressFile()
  if (Number(new URL(origin).port) === e2ePort && existsSync(file)) return readFileSync(file, 'utf8')
  return ownAddresses.get(origin) ?? origin
}

/**
 * Opens the list of caught mails as somebody at the server's machine does: at a server's own address, past any balancer, and without the
 * address that tests come from. The catcher shows nothing to who came through a proxy.
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
