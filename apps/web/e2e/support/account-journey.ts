import type { Page } from '@playwright/test'
import type { Language } from '../words/account-words.ts'
import { followMail } from './caught-mail.ts'
import { openServerDatabase } from './database.ts'
import { expect, expectAccessible } from './fixtures.ts'

export const firstPassword = 'three bees in the hive'

/** Passwords are hashed one at a time, slowly on purpose, and even slower on a busy machine. */
export const hashingTimeout = { timeout: 15_000 }

/** Signs up on the screen and confirms the account by its mail. Ends on the home page, signed in. */
export async function openAccount(page: Page, language: Language, email: string) {
  await page.goto(`${language.start}/auth`)
  await expectAccessible(page)
  await fillSignUp(page, language, email)
  await followMail(page, email, language.confirmSubject, language.confirm)
  await expect(page.getByText(language.welcome)).toBeVisible()
  await expect(page).toHaveURL(language.home)
  await expect(page.getByRole('button', { name: language.menu })).toBeVisible()
}

/** For tests that are not about signing up: makes a confirmed account by calls. Ends on the home page, signed in. */
export async function makeAccount(page: Page, language: Language, email: string) {
  await page.goto(language.home)
  const call = (path: string, body: object) =>
    page.evaluate(
      async ([address, text]) => {
        const { ok, status } = await fetch(address, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: text,
        })
        if (!ok) throw new Error(`${address} returned ${status}`)
      },
      [`/api/auth/${path}`, JSON.stringify(body)] as const,
    )
  await call('sign-up/email', { name: 'Ana Souza', email, password: firstPassword, language: language.tag })
  const { db, close } = await openServerDatabase()
  await db.updateTable('auth_user').set({ email_verified: true, confirmed_at: new Date() }).where('email', '=', email).execute()
  await close()
  await call('sign-in/email', { email, password: firstPassword })
  await page.goto(language.home)
  await expect(page.getByRole('button', { name: language.menu })).toBeVisible()
}

export async function fillSignUp(page: Page, language: Language, email: string) {
  const submit = page.getByRole('button', { name: language.signUp })
  await page.getByRole('textbox', { name: language.name }).fill('Ana Souza')
  await page.getByRole('textbox', { name: language.email }).fill(email)
  await page.getByLabel(language.password, { exact: true }).fill(firstPassword)
  await expect(submit).toBeDisabled()
  await page.getByRole('checkbox', { name: language.privacy }).check()
  await submit.click()
  await expect(page.getByRole('status').filter({ hasText: language.created })).toBeVisible(hashingTimeout)
}

export async function signIn(page: Page, language: Language, email: string, password: string) {
  // the URL changes before the page does, and the previous page may have the same fields
  await expect(page.getByRole('heading', { level: 1, name: language.signIn })).toBeVisible()
  await page.getByRole('textbox', { name: language.email }).fill(email)
  await page.getByLabel(language.password, { exact: true }).fill(password)
  await page.getByRole('button', { name: language.signIn, exact: true }).click()
}
