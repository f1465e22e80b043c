import type { Page } from '@playwright/test'
import { firstPassword, makeAccount, signIn } from '../support/account-journey.ts'
import {
  daysPass,
  expectArrived,
  expectNoSideways,
  openAccountPage,
  partOf,
  passFirstStep,
  reportLost,
  setUpCodes,
  signOut,
} from '../support/factor-journey.ts'
import { anyWidth, expect, expectAccessible, openScripted, test, uniqueEmail, waitForScripts } from '../support/fixtures.ts'
import { type FactorLanguage, factorLanguages } from '../words/factor-words.ts'

// a rejected code is a failed call
test.use({ callsFail: true })

async function enterCode(page: Page, language: FactorLanguage, code: string, field = language.code) {
  await page.getByRole('textbox', { name: field }).fill(code)
  await page.getByRole('button', { name: language.submit, exact: true }).click()
}

for (const language of factorLanguages) {
  test(`a user sets up, uses, loses and recovers one-time codes, in ${language.tag}`, async ({ page, isMobile }) => {
    test.skip(isMobile !== (language.tag === 'pt'), 'one language on each screen')
    test.setTimeout(150_000)
    const email = uniqueEmail(`codes.${language.tag}`)
    await makeAccount(page, language, email)
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

    // without app and codes: recovery starts, is cancelled at the second step, and starts again later
    await passFirstStep(page, language, email)
    await reportLost(page, language)
    await page.getByRole('button', { name: language.back }).click()
    await expectAccessible(page)
    await page.getByRole('button', { name: language.keep }).click()
    await expect(page.getByText(language.stepStays)).toBeVisible()
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
}

test('a sign-in with a provider also requires the second step', anyWidth, async ({ page }) => {
  const [language] = factorLanguages
  if (!language) throw new Error('no language')
  test.setTimeout(90_000)
  const email = uniqueEmail(`provider.${language.tag}`)
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
  await waitForScripts(page)
  await enterCode(page, language, app())
  await expectArrived(page, language)
  await expect(page.getByRole('button', { name: language.menu })).toBeVisible()

  // an expired step redirects to the sign-in page, which says why
  await signOut(page, language)
  await page.goto(`${language.start}/auth/second-step?next=%2Fpricing`)
  await expect(page).toHaveURL(new RegExp(`${language.start}/auth\\?mode=sign-in&next=`))
  await expect(page.getByText(language.stepOver)).toBeVisible()
  await expectAccessible(page)
  // the server renders the page without the notice, which the browser restores
  await page.reload()
  await waitForScripts(page)
  await expect(page.getByText(language.stepOver)).toBeVisible()
})
