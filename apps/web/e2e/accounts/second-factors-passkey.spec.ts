import type { Page } from '@playwright/test'
import { firstPassword, hashingTimeout, makeAccount, signIn } from '../support/account-journey.ts'
import { followMail, openMail } from '../support/caught-mail.ts'
import {
  addAuthenticator,
  daysPass,
  expectArrived,
  expectNoSideways,
  keepRecoveryCodes,
  openAccountPage,
  passFirstStep,
  reportLost,
  signOut,
} from '../support/factor-journey.ts'
import { expect, expectAccessible, openScripted, test, uniqueEmail } from '../support/fixtures.ts'
import { factorLanguages } from '../words/factor-words.ts'

// a rejected passkey is a failed call
test.use({ callsFail: true })

/** URLs that contain this behave as in a browser that does not suggest passkeys in the email field. */
const noAutofill = 'autofill=no'
const withoutAutofill = (page: Page) =>
  page.addInitScript((mark) => {
    if (location.search.includes(mark)) PublicKeyCredential.isConditionalMediationAvailable = async () => false
  }, noAutofill)

for (const language of factorLanguages) {
  test(`a user adds a passkey, signs in with it alone and after the password, loses it and recovers, in ${language.tag}`, async ({
    page,
    isMobile,
  }) => {
    test.skip(isMobile !== (language.tag === 'pt'), 'one language on each screen')
    test.setTimeout(150_000)
    const email = uniqueEmail(`passkey.${language.tag}`)
    const phone = await addAuthenticator(page)
    await withoutAutofill(page)
    await makeAccount(page, language, email)

    await openAccountPage(page, language)
    const passkeys = page.getByRole('region', { name: language.passkeys, exact: true })
    await passkeys.getByRole('button', { name: language.addPasskey }).click()
    await expect(passkeys.getByRole('textbox', { name: language.passkeyName })).toBeFocused()
    await expectAccessible(page)
    await passkeys.getByRole('textbox', { name: language.passkeyName }).fill('Blue phone')
    await passkeys.getByLabel(language.current, { exact: true }).fill(firstPassword)
    await phone.confirming(async () => {
      await passkeys.getByRole('button', { name: language.goOn }).click()
      await expect(passkeys.getByText(language.passkeyReady)).toBeVisible(hashingTimeout)
    })
    await keepRecoveryCodes(page, language)
    await expectAccessible(page)
    await expectNoSideways(page)

    // without a password
    await signOut(page, language)
    await openScripted(page, `${language.start}/auth?mode=sign-in&next=%2Fpricing&${noAutofill}`)
    await expectAccessible(page)
    await phone.confirming(async () => {
      await page.getByRole('button', { name: language.signInByPasskey }).click()
      await expectArrived(page, language)
    })
    await openAccountPage(page, language)
    await expect(passkeys.getByRole('listitem').filter({ hasText: 'Blue phone' })).toContainText(language.used)

    // from the suggestions of the email field, which the virtual authenticator accepts
    await openAccountPage(page, language)
    // the authenticator must be ready when the page of the sign-in asks it
    await phone.confirming(async () => {
      await page.getByRole('main').getByRole('button', { name: language.signOut, exact: true }).click()
      await expectArrived(page, language, '/marketplace')
    })

    // after the password
    await signOut(page, language)
    await passFirstStep(page, language, email)
    await expect(page.getByRole('button', { name: language.byPasskey })).toBeVisible()
    await expectAccessible(page)
    await expectNoSideways(page)
    await phone.confirming(async () => {
      await page.getByRole('button', { name: language.byPasskey }).click()
      await expectArrived(page, language)
    })
    await signOut(page, language)

    // lost: the owner cancels another person's recovery through the mailed link
    await phone.lose()
    await passFirstStep(page, language, email)
    await reportLost(page, language)
    await followMail(page, email, language.removalSubject, language.cancelRemoval)
    await expect(page.getByRole('heading', { level: 1, name: language.keepTitle })).toBeVisible()
    await expect(page).not.toHaveURL(/#/)
    await expectAccessible(page)
    await page.getByRole('button', { name: language.keep }).click()
    await expect(page.getByRole('heading', { level: 1, name: language.staysTitle })).toBeFocused()
    await expectAccessible(page)

    // later the owner requests the recovery and waits
    await daysPass(email, 2)
    await passFirstStep(page, language, email)
    await reportLost(page, language)
    await daysPass(email, 6)
    await passFirstStep(page, language, email)
    await daysPass(email, 2)
    await openScripted(page, `${language.start}/auth?mode=sign-in&next=%2Fpricing`)
    await signIn(page, language, email, firstPassword)
    await expectArrived(page, language)
    await openMail(page, email, language.removedSubject)
    await openAccountPage(page, language)
    await expect(passkeys.getByRole('listitem')).toHaveCount(0)
    await expect(passkeys.getByRole('button', { name: language.addPasskey })).toBeVisible()
  })
}

test('a user adds a passkey and signs in with it by keyboard only', async ({ page, isMobile }) => {
  test.skip(isMobile, 'a phone has no keyboard')
  test.setTimeout(90_000)
  const [language] = factorLanguages
  if (!language) throw new Error('no language')
  const email = uniqueEmail('keyboard')
  const phone = await addAuthenticator(page)
  await withoutAutofill(page)
  await makeAccount(page, language, email)
  await openAccountPage(page, language)
  /** Presses Tab until the element with this text has the focus. */
  const tabTo = async (name: string) => {
    for (let stops = 0; stops < 80; stops++) {
      await page.keyboard.press('Tab')
      const focus = await page.evaluate(() => (document.activeElement as HTMLElement | null)?.innerText)
      if (focus?.trim() === name) return
    }
    throw new Error(`Tab does not reach ${name}`)
  }
  await tabTo(language.addPasskey)
  await page.keyboard.press('Enter')
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('Blue phone')
  await page.keyboard.press('Tab')
  await page.keyboard.type(firstPassword)
  await phone.confirming(async () => {
    await page.keyboard.press('Enter')
    await expect(page.getByText(language.passkeyReady)).toBeVisible(hashingTimeout)
  })
  await expect(page.getByRole('heading', { name: language.keepCodes })).toBeFocused()
  await tabTo(language.confirmKept)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Recovery codes' })).toBeFocused()

  await signOut(page, language)
  await openScripted(page, `/auth?mode=sign-in&next=%2Fpricing&${noAutofill}`)
  await page.getByRole('textbox', { name: language.email }).focus()
  await page.keyboard.type(email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(firstPassword)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: language.oneMoreStep })).toBeVisible(hashingTimeout)
  await tabTo(language.byPasskey)
  await phone.confirming(async () => {
    await page.keyboard.press('Enter')
    await expectArrived(page, language)
  })
})
