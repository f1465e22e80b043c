import type { Page } from '@playwright/test'
import { firstPassword, hashingTimeout, openAccount, signIn } from '../support/account-journey.ts'
import { followMail } from '../support/caught-mail.ts'
import { expect, expectAccessible, openScripted, test, uniqueEmail } from '../support/fixtures.ts'
import { type Language, languages } from '../words/account-words.ts'

test.use({ callsFail: true })

/** Requests a change of e-mail on the account page. */
async function askForAddress(page: Page, language: Language, email: string) {
  await page.goto(`${language.start}/account`)
  const part = page.getByRole('region', { name: language.email, exact: true })
  await part.getByRole('textbox', { name: language.newEmail }).fill(email)
  await part.getByLabel(language.current, { exact: true }).fill(firstPassword)
  await part.getByRole('button', { name: language.changeEmail }).click()
  await expect(part.getByRole('status').filter({ hasText: email })).toBeVisible(hashingTimeout)
}

for (const language of languages) {
  test(`an owner locks out an intruder and recovers the account, in ${language.tag}`, async ({ page, browser, isMobile }) => {
    test.skip(isMobile !== (language.tag === 'pt'), 'one language on each screen')
    test.setTimeout(90_000)
    const email = uniqueEmail(`safety.${language.tag}`)

    // a common password is rejected next to its field
    await openScripted(page, `${language.start}/auth`)
    await page.getByRole('textbox', { name: language.name }).fill('Ana Souza')
    await page.getByRole('textbox', { name: language.email }).fill(email)
    await page.getByLabel(language.password, { exact: true }).fill('password')
    await page.getByRole('checkbox', { name: language.privacy }).check()
    await page.getByRole('button', { name: language.signUp }).click()
    await expect(page.getByLabel(language.password, { exact: true })).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByText(language.common).first()).toBeVisible()
    await openAccount(page, language, email)

    // an intruder signs in elsewhere and requests an e-mail change
    const intruder = await browser.newPage()
    await intruder.goto(`${language.start}/auth?mode=sign-in`)
    await signIn(intruder, language, email, firstPassword)
    await expect(intruder).toHaveURL(`${language.start}/marketplace`, hashingTimeout)
    await askForAddress(intruder, language, uniqueEmail('intruder'))

    await followMail(page, email, language.changeSubject, language.cancelChange)
    await expect(page.getByRole('heading', { level: 1, name: language.keepEmail })).toBeVisible()
    await expect(page).not.toHaveURL(/#/)
    await expectAccessible(page)
    await page.getByRole('button', { name: language.cancelChange }).click()
    await expect(page.getByRole('heading', { level: 1, name: language.cancelled })).toBeFocused()
    await expectAccessible(page)

    // the activity list shows what happened
    await page.goto(`${language.start}/account`)
    const activity = page.getByRole('region', { name: language.activity })
    await expect(activity.getByRole('listitem')).toHaveCount(4)
    await expectAccessible(page)
    const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement)
    expect(scrollWidth).toBe(clientWidth)

    // the owner reports the sign-in as not theirs, which ends every session
    await followMail(page, email, language.deviceSubject, language.notMe)
    await expect(page.getByRole('heading', { level: 1, name: language.notMeTitle })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: language.signOutAll }).click()
    await expect(page.getByRole('heading', { level: 1, name: language.everyoneOut })).toBeFocused()
    await expectAccessible(page)
    for (const device of [page, intruder]) {
      await device.goto(`${language.start}/account`)
      await expect(device).toHaveURL(new RegExp(`${language.start}/auth\\?mode=sign-in&next=`))
    }
    await signIn(intruder, language, email, firstPassword)
    await expect(intruder.getByRole('alert')).toBeVisible(hashingTimeout)
    await intruder.close()

    // a mailed reset link recovers the account
    await followMail(page, email, language.resetSubject, language.reset)
    const secondPassword = 'four bees out of it'
    await page.getByLabel(language.newPassword, { exact: true }).fill(secondPassword)
    await page.getByRole('button', { name: language.savePassword }).click()
    await expect(page.getByText(language.saved)).toBeVisible(hashingTimeout)
    await signIn(page, language, email, secondPassword)
    await expect(page).toHaveURL(`${language.start}/marketplace`, hashingTimeout)
  })
}
