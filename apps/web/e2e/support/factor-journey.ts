import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import type { FactorLanguage } from '../words/factor-words.ts'
import { firstPassword, hashingTimeout, signIn } from './account-journey.ts'
import { openServerDatabase } from './database.ts'
import { expect, expectAccessible, waitForScripts } from './fixtures.ts'

/** Chromium's virtual authenticator: it keeps passkeys and confirms its owner, while it is there. */
export async function addAuthenticator(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const options = {
    protocol: 'ctap2' as const,
    transport: 'internal' as const,
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    // it answers when a test says so: else it would answer the offer under the email field at once
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

/** An authenticator app that holds this key. A code is valid once, so it never shows the same one twice. */
export function authenticatorApp(secret: string) {
  const totp = new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) })
  let last = 0
  return () => {
    // the step of five seconds from now: a code that is sent at the end of its time must not arrive too late
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

/** Reads the recovery codes that are shown, and puts them away. */
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

export const expectArrived = (page: Page, language: FactorLanguage) =>
  expect(page).toHaveURL(new RegExp(`${language.start}/pricing$`), hashingTimeout)

/** Says at the second step that it is lost, and begins the wait. */
export async function reportLost(page: Page, language: FactorLanguage) {
  await page.getByRole('button', { name: language.lostAll }).click()
  await expect(page.getByRole('heading', { level: 1, name: language.lost })).toBeFocused()
  await expectAccessible(page)
  await page.getByRole('button', { name: language.startWait }).click()
  await expect(page.getByRole('heading', { level: 1, name: language.waitBegan })).toBeFocused()
  await expectAccessible(page)
}

/** Moves every recovery of the account back in time: days pass. */
export async function daysPass(email: string, days: number) {
  const database = await openServerDatabase()
  const by = sql`make_interval(days => ${days})`
  await sql`
    update auth_factor_recovery set ripe_at = ripe_at - ${by}, lapses_at = lapses_at - ${by}, ended_at = ended_at - ${by}
    where user_id = (select id from auth_user where email = ${email})`.execute(database.db)
  await database.close()
}

/** Nothing is wider than the screen. */
export async function expectNoSideways(page: Page) {
  const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement)
  expect(scrollWidth).toBe(clientWidth)
}
