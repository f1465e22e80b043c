import type { Page } from '@playwright/test'
import { fillSignUp, hashingTimeout, signIn } from '../support/account-journey.ts'
import { followCutMail } from '../support/caught-mail.ts'
import { expect, expectAccessible, openScripted, test, uniqueEmail } from '../support/fixtures.ts'
import { type Language, languages } from '../words/account-words.ts'
import { languages as waitlistLanguages } from '../words/waitlist-words.ts'

const withoutFragment = (href: string) => href.replace(/#.*/, '')
const inTheQuery = (href: string) => href.replace('#', '?token=')
const encoded = (href: string) => href.replace('#', '%23')

async function expectCut(page: Page, { cut }: Language) {
  await expect(page.getByRole('heading', { level: 1, name: cut })).toBeVisible()
  await expect(page).not.toHaveURL(/token/)
  await expectAccessible(page)
  const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement)
  expect(scrollWidth).toBe(clientWidth)
}

async function useCode(page: Page, language: Language, code: string) {
  await page.getByRole('textbox', { name: language.mailCode }).fill(code)
  await page.getByRole('button', { name: language.useMailCode }).click()
}

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

  test(`a place on the waitlist is confirmed with the code of the mail, in ${language.tag}`, async ({ page, isMobile }) => {
    test.skip(isMobile !== (language.tag === 'pt'), 'one language on each screen')
    const words = waitlistLanguages.find(({ tag }) => tag === language.tag)
    if (!words) throw new Error(`no words of the waitlist in ${language.tag}`)
    const email = uniqueEmail(`cut-place.${language.tag}`)
    await page.request.post('/api/trpc/waitlist.join', { data: { email, language: language.tag, invitedByCode: null } })
    const mail = { email, subject: words.confirmSubject, action: words.confirm }
    const code = await followCutMail(page, mail, withoutFragment)
    await expectCut(page, language)
    // the code also works where members look up their place
    await openScripted(page, words.status)
    await useCode(page, language, code)
    await expect(page.getByText(email)).toBeVisible()
    await expect(page).toHaveURL(words.status)
  })
}
