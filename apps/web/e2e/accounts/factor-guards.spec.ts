import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import { firstPassword, hashingTimeout, makeAccount } from '../support/account-journey.ts'
import { openMail } from '../support/caught-mail.ts'
import { openServerDatabase } from '../support/database.ts'
import { expectNoSideways, openAccountPage, partOf, setUpCodes } from '../support/factor-journey.ts'
import { expect, expectAccessible, test, uniqueEmail } from '../support/fixtures.ts'
import { type FactorLanguage, factorLanguages } from '../words/factor-words.ts'

// a change that needs a fresh factor is a failed call at first
test.use({ callsFail: true })

/** As if the account's sessions had passed their second step six minutes ago. */
async function sixMinutesPass(email: string) {
  const { db, close } = await openServerDatabase()
  await sql`update auth_session set factor_at = now() - interval '6 minutes'
    where user_id = (select id from auth_user where email = ${email})`.execute(db)
  await close()
}

async function fillKeyForm(page: Page, language: FactorLanguage) {
  await page.getByRole('button', { name: language.newKey }).click()
  await page.getByLabel(language.keyName).fill('Script')
  await page.getByRole('checkbox', { name: language.readScope }).check({ force: true })
  await page.getByLabel(language.current, { exact: true }).last().fill(firstPassword)
  await page.getByRole('button', { name: language.createKey }).click()
}

for (const language of factorLanguages)
  test(`changes of a protected account ask for the second step, and keys end with the first one, in ${language.tag}`, async ({
    page,
    isMobile,
  }) => {
    test.skip(isMobile !== (language.tag === 'pt'), 'one language on each screen')
    test.setTimeout(150_000)
    const email = uniqueEmail(`guards.${language.tag}`)
    await makeAccount(page, language, email)
    await openAccountPage(page, language)
    await fillKeyForm(page, language)
    await page.getByRole('button', { name: language.keyStored }).click(hashingTimeout)
    await expect(partOf(page, language).getByText(language.keyEndsBefore)).toBeVisible()
    await expectAccessible(page)
    const mail = await openMail(page, email, language.keySubject)
    await expect(mail.getByRole('link', { name: language.notMe })).toBeVisible()

    const { app, recoveryCodes } = await setUpCodes(page, language)
    await expect(page.getByText(language.keyEnded)).toBeVisible()
    await expect(page.getByText(language.noKey)).toBeVisible()
    await expect(page.getByText(language.keyEndsBefore)).toHaveCount(0)

    await sixMinutesPass(email)
    await fillKeyForm(page, language)
    const dialog = page.getByRole('dialog', { name: language.confirmTitle })
    const field = dialog.getByRole('textbox', { name: language.code })
    await expect(field).toBeFocused()
    await expectAccessible(page)
    await expectNoSideways(page)
    await page.keyboard.press('Escape')
    await expect(page.getByText(language.nothingChanged)).toBeVisible()
    await expect(page.getByLabel(language.keyName)).toHaveValue('Script')
    await page.getByRole('button', { name: language.createKey }).click()
    await field.fill('000000')
    await field.press('Enter')
    await expect(dialog.getByText(language.wrongCode)).toBeVisible()
    await expectAccessible(page)
    await field.fill(app())
    await dialog.getByRole('button', { name: language.confirm, exact: true }).click()
    await page.getByRole('button', { name: language.keyStored }).click(hashingTimeout)

    await sixMinutesPass(email)
    await page.getByRole('button', { name: language.erase }).click()
    const erasure = page.getByRole('dialog')
    await erasure.getByLabel(language.current, { exact: true }).fill(firstPassword)
    await erasure.getByRole('button', { name: language.eraseForGood }).click()
    await dialog.getByRole('button', { name: language.byRecoveryCode }).click()
    await expect(dialog.getByRole('textbox', { name: language.recoveryCode })).toBeFocused()
    await expectAccessible(page)
    await dialog.getByRole('textbox', { name: language.recoveryCode }).fill(recoveryCodes[0] ?? '')
    await dialog.getByRole('button', { name: language.confirm, exact: true }).click()
    await expect(page.getByRole('heading', { name: language.erased })).toBeVisible(hashingTimeout)
  })
