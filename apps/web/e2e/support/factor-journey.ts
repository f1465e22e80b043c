import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import type { FactorLanguage } from '../words/factor-words.ts'
import { firstPassword, hashingTimeout, signIn } from './account-journey.ts'
import { openServerDatabase } from './database.ts'
import { expect, expectAccessible, waitForScripts } from './fixtures.ts'

/** Adds Chromium's virtual authenticator, which stores passkeys and verifies its owner until it is lost. */
export async function addAuthenticator(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const options = {
    protocol: 'ctap2' as const,
    transport: 'internal' as const,
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    // responds only on request: otherwise it would accept the suggestion of the email field at once
    automaticPresenceSimulation: false,
  }
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', { options })
  const touches = (enabled: boolean) => session.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
  return {
    /** Runs an action during which the owner confirms every request. */
    confirming: async (action: () => Promise<unknown>) => {
      await touches(true)
      await action()
      await touches(false)
    },
    lose: () => session.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId }),
  }
}

/** An authenticator app with this key. Never shows a code twice, because a code is valid once. */
export function authenticatorApp(secret: string) {
  const totp = new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) })
  let last = 0
  return () => {
    // the step of five seconds from now, so that a code at the end of its step does not arrive too late
    const now = Math.floor((Date.now() + 5_000) / 30_000)
    last = Math.max(last + 1, now - 1)
    return totp.generate({ timestamp: last * 30_000 })
  }
}

export const partOf = (page: Page, language: FactorLanguage) => page.getByRole('region', { name: language.part, exact: true })

export async function openAccountPage(page: Page, language: FactorLanguage) {
  await page.goto(`${language.start}/account`)
  await waitForScripts(page)
}

/** Reads the displayed recovery codes and confirms that they are stored. */
export async function keepRecoveryCodes(page: Page, language: FactorLanguage): Promise<string[]> {
  const sheet = page.getByRole('region', { name: language.keepCodes })
  await expect(sheet.getByRole('heading')).toBeFocused()
  await expectAccessible(page)
  const codes = await sheet.getByRole('listitem').allInnerTexts()
  expect(new Set(codes).size).toBe(10)
  await sheet.getByRole('button', { name: language.confirmKept }).click()
  await expect(sheet).toHaveCount(0)
  await expect(partOf(page, language).getByText(language.left(10))).toBeVisible()
  return codes
}

/** Sets up one-time codes on the account page. Returns the app and the recovery codes. */
export async function setUpCodes(page: Page, language: FactorLanguage, { password = true } = {}) {
  await openAccountPage(page, language)
  const codes = page.getByRole('region', { name: language.codes, exact: true })
  await codes.getByRole('button', { name: language.setUp }).click()
  if (password) await codes.getByLabel(language.current, { exact: true }).fill(firstPassword)
  await codes.getByRole('button', { name: language.goOn }).click()
  await expect(codes.getByRole('img', { name: language.picture })).toBeVisible(hashingTimeout)
  await expect(codes.getByRole('textbox', { name: language.code })).toBeFocused()
  await expectAccessible(page)
  const app = authenticatorApp((await codes.getByText(/^[A-Z2-7]{4}( [A-Z2-7]{1,4})+$/).textContent()) ?? '')
  await codes.getByRole('textbox', { name: language.code }).fill(app())
  await codes.getByRole('button', { name: language.turnOn }).click()
  await expect(codes.getByText(language.codesOn)).toBeVisible()
  return { app, recoveryCodes: await keepRecoveryCodes(page, language) }
}

export async function signOut(page: Page, language: FactorLanguage) {
  await openAccountPage(page, language)
  await page.getByRole('main').getByRole('button', { name: language.signOut, exact: true }).click()
  await expect(page).toHaveURL(/\/auth\?mode=sign-in/)
}

/** Signs in with the password, which leads to the second step. */
export async function passFirstStep(page: Page, language: FactorLanguage, email: string) {
  await page.goto(`${language.start}/auth?mode=sign-in&next=%2Fpricing`)
  await waitForScripts(page)
  await signIn(page, language, email, firstPassword)
  await expect(page).toHaveURL(/\/auth\/second-step\?next=/, hashingTimeout)
  await expect(page.getByRole('heading', { level: 1, name: language.oneMoreStep })).toBeVisible()
}

/** The address changes before the document has loaded, and would abort the test's next navigation. */
export async function expectArrived(page: Page, { start }: FactorLanguage, path = '/pricing') {
  await expect(page).toHaveURL(new RegExp(`${start}${path}$`), hashingTimeout)
  await expect(page.locator('script[src*="entry-page"]')).toHaveCount(1)
}

/** Reports the second factor as lost, which starts the waiting time. */
export async function reportLost(page: Page, language: FactorLanguage) {
  await page.getByRole('button', { name: language.lostAll }).click()
  await expect(page.getByRole('heading', { level: 1, name: language.lost })).toBeFocused()
  await expectAccessible(page)
  await page.getByRole('button', { name: language.startWait }).click()
  await expect(page.getByRole('heading', { level: 1, name: language.waitBegan })).toBeFocused()
  await expectAccessible(page)
}

/** Simulates passing days by moving every recovery of the account back in time. */
export async function daysPass(email: string, days: number) {
  const database = await openServerDatabase()
  const by = sql`make_interval(days => ${days})`
  await sql`
    update auth_factor_recovery set ripe_at = ripe_at - ${by}, lapses_at = lapses_at - ${by}, ended_at = ended_at - ${by}
    where user_id = (select id from auth_user where email = ${email})`.execute(database.db)
  await database.close()
}

/** Expects no content wider than the screen. */
export async function expectNoSideways(page: Page) {
  const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement)
  expect(scrollWidth).toBe(clientWidth)
}
