import type { Page } from '@playwright/test'
import { firstPassword, hashed, openAccount, signIn } from './account-journey.ts'
import { followMail, openMail } from './caught-mail.ts'
import {
  addAuthenticator,
  authenticatorApp,
  daysPass,
  expectArrived,
  keepRecoveryCodes,
  openAccountPage,
  partOf,
  passFirstStep,
  reportLost,
  signOut,
} from './factor-journey.ts'
import { type FactorLanguage, factorLanguages } from './factor-words.ts'
import { expect, expectAccessible, openScripted, scripted, someone, test } from './fixtures.ts'

// a refused code is a failed call
test.use({ callsFail: true })

/** Sets up one-time codes on the account page. Answers the app, and the recovery codes. */
async function setUpCodes(page: Page, language: FactorLanguage, { password = true } = {}) {
  await openAccountPage(page, language)
  const codes = page.getByRole('region', { name: language.codes, exact: true })
  await codes.getByRole('button', { name: language.setUp }).click()
  if (password) await codes.getByLabel(language.current, { exact: true }).fill(firstPassword)
  await codes.getByRole('button', { name: language.goOn }).click()
  await expect(codes.getByRole('img', { name: language.picture })).toBeVisible(hashed)
  await expect(codes.getByRole('textbox', { name: language.code })).toBeFocused()
  await expectAccessible(page)
  const app = authenticatorApp((await codes.getByText(/^[A-Z2-7]{4}( [A-Z2-7]{1,4})+$/).textContent()) ?? '')
  await codes.getByRole('textbox', { name: language.code }).fill(app())
  await codes.getByRole('button', { name: language.turnOn }).click()
  await expect(codes.getByText(language.codesOn)).toBeVisible()
  return { app, recoveryCodes: await keepRecoveryCodes(page, language) }
}

async function enterCode(page: Page, language: FactorLanguage, code: string, field = language.code) {
  await page.getByRole('textbox', { name: field }).fill(code)
  await page.getByRole('button', { name: language.submit, exact: true }).click()
}

/** An address with this in it is opened as by a browser that does not offer passkeys under the email field. */
const noAutofill = 'autofill=no'
const withoutAutofill = (page: Page) =>
  page.addInitScript((mark) => {
    if (location.search.includes(mark)) PublicKeyCredential.isConditionalMediationAvailable = async () => false
  }, noAutofill)

/** Nothing is wider than the screen. */
async function expectNoSideways(page: Page) {
  const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement)
  expect(scrollWidth).toBe(clientWidth)
}

for (const language of factorLanguages) {
  test(`a passkey is added, used alone and after the password, lost and recovered, in ${language.tag}`, async ({
    page,
    isMobile,
  }) => {
    test.skip(isMobile !== (language.tag === 'pt'), 'one language on each screen')
    test.setTimeout(150_000)
    const email = someone(`passkey.${language.tag}`)
    const phone = await addAuthenticator(page)
    await withoutAutofill(page)
    await openAccount(page, language, email)

    await openAccountPage(page, language)
    const passkeys = page.getByRole('region', { name: language.passkeys, exact: true })
    await passkeys.getByRole('button', { name: language.addPasskey }).click()
    await expect(passkeys.getByRole('textbox', { name: language.passkeyName })).toBeFocused()
    await expectAccessible(page)
    await passkeys.getByRole('textbox', { name: language.passkeyName }).fill('Blue phone')
    await passkeys.getByLabel(language.current, { exact: true }).fill(firstPassword)
    await phone.confirming(async () => {
      await passkeys.getByRole('button', { name: language.goOn }).click()
      await expect(passkeys.getByText(language.passkeyReady)).toBeVisible(hashed)
    })
    await keepRecoveryCodes(page, language)
    await expectAccessible(page)
    await expectNoSideways(page)

    // alone
    await signOut(page, language)
    await openScripted(page, `${language.start}/auth?mode=sign-in&next=%2Fpricing&${noAutofill}`)
    await expectAccessible(page)
    await phone.confirming(async () => {
      await page.getByRole('button', { name: language.signInByPasskey }).click()
      await expectArrived(page, language)
    })
    await openAccountPage(page, language)
    await expect(passkeys.getByRole('listitem').filter({ hasText: 'Blue phone' })).toContainText(language.used)

    // from the list under the email field, which the authenticator answers in the person's place
    await signOut(page, language)
    await phone.confirming(() => expect(page).toHaveURL(`${language.start}/marketplace`, hashed))

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

    // lost: somebody else's try is cancelled by the link of the mail
    await phone.lose()
    await passFirstStep(page, language, email)
    await reportLost(page, language)
    await followMail(page, email, language.askedSubject, language.cancelRemoval)
    await expect(page.getByRole('heading', { level: 1, name: language.keepTitle })).toBeVisible()
    await expect(page).not.toHaveURL(/#/)
    await expectAccessible(page)
    await page.getByRole('button', { name: language.keep }).click()
    await expect(page.getByRole('heading', { level: 1, name: language.staysTitle })).toBeFocused()
    await expectAccessible(page)

    // a day later the owner asks themselves, and waits
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

  test(`one-time codes are set up, used, lost and recovered, in ${language.tag}`, async ({ page, isMobile }) => {
    test.skip(isMobile !== (language.tag === 'pt'), 'one language on each screen')
    test.setTimeout(150_000)
    const email = someone(`codes.${language.tag}`)
    await openAccount(page, language, email)
    const { app, recoveryCodes } = await setUpCodes(page, language)
    await expectNoSideways(page)
    await signOut(page, language)

    await passFirstStep(page, language, email)
    const field = page.getByRole('textbox', { name: language.code })
    await expect(field).toBeFocused()
    await expectAccessible(page)
    await enterCode(page, language, '000000')
    await expect(page.getByText(language.wrongCode)).toBeVisible()
    await expect(field).toBeFocused()
    await expectAccessible(page)
    await enterCode(page, language, app())
    await expectArrived(page, language)
    await signOut(page, language)

    // without the phone
    await passFirstStep(page, language, email)
    await page.getByRole('button', { name: language.byRecoveryCode }).click()
    await expect(page.getByRole('textbox', { name: language.recoveryCode })).toBeFocused()
    await expectAccessible(page)
    await enterCode(page, language, recoveryCodes[0] ?? '', language.recoveryCode)
    await expect(page.getByRole('heading', { level: 1, name: language.youAreIn })).toBeFocused()
    await expect(page.getByText(language.nineLeft)).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: language.goOn }).click()
    await expectArrived(page, language)
    await openAccountPage(page, language)
    await expect(partOf(page, language).getByText(language.left(9))).toBeVisible()
    await signOut(page, language)

    // without any: begun, cancelled at the second step, and begun again a day later
    await passFirstStep(page, language, email)
    await reportLost(page, language)
    await page.getByRole('button', { name: language.back }).click()
    await expectAccessible(page)
    await page.getByRole('button', { name: language.keep }).click()
    await expect(page.getByText(language.keptStep)).toBeVisible()
    await expectAccessible(page)
    await daysPass(email, 2)
    await reportLost(page, language)
    await daysPass(email, 8)
    await openScripted(page, `${language.start}/auth?mode=sign-in&next=%2Fpricing`)
    await signIn(page, language, email, firstPassword)
    await expectArrived(page, language)
    await openAccountPage(page, language)
    await expect(partOf(page, language).getByRole('button', { name: language.setUp })).toBeVisible()
  })

  test(`a provider leads to the second step too, in ${language.tag}`, async ({ page, isMobile }) => {
    test.skip(isMobile !== (language.tag === 'pt'), 'one language on each screen')
    test.setTimeout(90_000)
    const email = someone(`provider.${language.tag}`)
    const goToProvider = async () => {
      await openScripted(page, `${language.start}/auth?mode=sign-in&next=%2Fpricing`)
      await page.getByRole('button', { name: language.google }).click()
      await expect(page.getByRole('heading', { name: 'Who do you want to be?' })).toBeVisible()
      await page.getByRole('textbox', { name: /^E-mail/ }).fill(email)
      await page.getByRole('button', { name: 'Continue' }).click()
    }
    await goToProvider()
    await expectArrived(page, language)
    const { app } = await setUpCodes(page, language, { password: false })
    await signOut(page, language)
    await goToProvider()
    await expect(page).toHaveURL(new RegExp(`${language.start}/auth/second-step\\?next=`))
    await expect(page.getByRole('button', { name: language.menu })).toHaveCount(0)
    await scripted(page)
    await enterCode(page, language, app())
    await expectArrived(page, language)
    await expect(page.getByRole('button', { name: language.menu })).toBeVisible()

    // a step that has ended leads back to the beginning, which says why
    await signOut(page, language)
    await page.goto(`${language.start}/auth/second-step?next=%2Fpricing`)
    await expect(page).toHaveURL(new RegExp(`${language.start}/auth\\?mode=sign-in&next=`))
    await expect(page.getByText(language.stepOver)).toBeVisible()
    await expectAccessible(page)
    // the server renders the reloaded page without the notice, which the browser has kept
    await page.reload()
    await scripted(page)
    await expect(page.getByText(language.stepOver)).toBeVisible()
  })
}

test('with the keyboard alone a passkey is added and signs in', async ({ page, isMobile }) => {
  test.skip(isMobile, 'a phone has no keyboard')
  test.setTimeout(90_000)
  const [language] = factorLanguages
  if (!language) throw new Error('no language')
  const email = someone('keyboard')
  const phone = await addAuthenticator(page)
  await withoutAutofill(page)
  await openAccount(page, language, email)
  await openAccountPage(page, language)
  /** Tabs on to what has this name, as a person does who reads along. */
  const tabTo = async (name: string) => {
    for (let stops = 0; stops < 80; stops++) {
      await page.keyboard.press('Tab')
      const here = await page.evaluate(() => (document.activeElement as HTMLElement | null)?.innerText)
      if (here?.trim() === name) return
    }
    throw new Error(`the keyboard does not come to ${name}`)
  }
  await tabTo(language.addPasskey)
  await page.keyboard.press('Enter')
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('Blue phone')
  await page.keyboard.press('Tab')
  await page.keyboard.type(firstPassword)
  await phone.confirming(async () => {
    await page.keyboard.press('Enter')
    await expect(page.getByText(language.passkeyReady)).toBeVisible(hashed)
  })
  await expect(page.getByRole('heading', { name: language.keepCodes })).toBeFocused()
  await tabTo(language.kept)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Recovery codes' })).toBeFocused()

  await signOut(page, language)
  await openScripted(page, `/auth?mode=sign-in&next=%2Fpricing&${noAutofill}`)
  await page.getByRole('textbox', { name: language.email }).focus()
  await page.keyboard.type(email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(firstPassword)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: language.oneMoreStep })).toBeVisible(hashed)
  await tabTo(language.byPasskey)
  await phone.confirming(async () => {
    await page.keyboard.press('Enter')
    await expectArrived(page, language)
  })
})
