import { fillSignUp, hashingTimeout, signIn } from '../support/account-journey.ts'
import { expectCut, followCutMail, useCode, withoutFragment } from '../support/caught-mail.ts'
import { expect, openScripted, test, uniqueEmail } from '../support/fixtures.ts'
import { languages } from '../words/account-words.ts'

const inTheQuery = (href: string) => href.replace('#', '?token=')
const encoded = (href: string) => href.replace('#', '%23')

for (const language of languages) {
  test(`mail links that were cut are completed with the code of the mail, in ${language.tag}`, async ({ page, isMobile }) => {
    test.skip(isMobile !== (language.tag === 'pt'), 'one language on each screen')
    test.setTimeout(90_000)
    const email = uniqueEmail(`cut.${language.tag}`)
    await openScripted(page, `${language.start}/auth`)
    await fillSignUp(page, language, email)
    const confirmation = { email, subject: language.confirmSubject, action: language.confirm }
    const code = await followCutMail(page, confirmation, withoutFragment)
    await expectCut(page, language)
    await useCode(page, language, `${code.slice(0, -2)}~~`)
    await expect(page.getByText(language.wrongMailCode)).toBeVisible()
    await useCode(page, language, code.toLowerCase().replaceAll('-', ' '))
    await expect(page.getByText(language.welcome)).toBeVisible()

    await page.context().clearCookies()
    await openScripted(page, `${language.start}/auth/recover`)
    await page.getByRole('textbox', { name: language.email }).fill(email)
    await page.getByRole('button', { name: language.sendLink }).click()
    await expect(page.getByRole('heading', { level: 1, name: language.onItsWay })).toBeVisible()
    const recovery = { email, subject: language.resetSubject, action: language.reset }
    // an encoded # leads to the page, and the browser takes the token
    await followCutMail(page, recovery, encoded)
    await expect(page.getByLabel(language.newPassword, { exact: true })).toBeVisible()
    await expect(page).toHaveURL(`${language.start}/auth/reset`)
    const resetCode = await followCutMail(page, recovery, inTheQuery)
    await expectCut(page, language)
    await useCode(page, language, resetCode)
    await page.getByLabel(language.newPassword, { exact: true }).fill('four bees out of it')
    await page.getByRole('button', { name: language.savePassword }).click()
    await expect(page.getByText(language.saved)).toBeVisible(hashingTimeout)
    await signIn(page, language, email, 'four bees out of it')
    await expect(page).toHaveURL(`${language.start}/marketplace`, hashingTimeout)
  })
}
