import type { Page } from '@playwright/test'
import { fillSignUp, firstPassword, hashingTimeout, makeAccount, openAccount, signIn } from '../support/account-journey.ts'
import { followMail } from '../support/caught-mail.ts'
import {
  anyWidth,
  expect,
  expectAccessible,
  holdScripts,
  openScripted,
  test,
  uniqueEmail,
  waitForScripts,
} from '../support/fixtures.ts'
import { type Language, languages } from '../words/account-words.ts'

/** Opens an agent without a session, which leads to the sign-in page. */
async function openAgentAsVisitor(page: Page, language: Language) {
  await openScripted(page, `${language.start}/marketplace`)
  await page.getByRole('button', { name: language.startConversation }).click()
  await expect(page.getByText(language.needed)).toBeVisible()
  await waitForScripts(page)
}

async function erase(page: Page, language: Language, password: string) {
  await openScripted(page, `${language.start}/account`)
  await page.getByRole('button', { name: language.erase }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(language.current, { exact: true }).fill(password)
  await dialog.getByRole('button', { name: language.eraseForGood }).click()
  await expect(page.getByRole('heading', { level: 1, name: language.erased })).toBeVisible(hashingTimeout)
}

async function signInAtProvider(page: Page, { google }: Language, email: string) {
  await waitForScripts(page)
  await page.getByRole('button', { name: google }).click()
  // our own page has a field of that name too
  await expect(page.getByRole('heading', { name: 'Who do you want to be?' })).toBeVisible()
  // the provider runs on another port of this machine, which is the same site to cookies
  const ours = (await page.context().cookies()).map(({ name }) => name).filter((name) => name.startsWith('duo'))
  const attempts = ours.filter((name) => name.startsWith('duo.state.'))
  expect(attempts).not.toHaveLength(0)
  await expectNamed(page, ['duo.state.…', ...ours.filter((name) => !attempts.includes(name))])
  await page.getByRole('textbox', { name: /^E-mail/ }).fill(email)
  await page.getByRole('button', { name: 'Continue' }).click()
}

/** The privacy page names every item of browser storage. */
async function expectNamed(page: Page, names: string[]) {
  const privacy = await (await page.request.get('/privacy')).text()
  for (const name of names) expect(privacy).toContain(name)
}

for (const language of languages) {
  test(`a user signs up, resets the password and erases the account, in ${language.tag}`, async ({ page, isMobile }) => {
    test.skip(isMobile !== (language.tag === 'pt'), 'one language on each screen')
    test.setTimeout(120_000)
    const email = uniqueEmail(`account.${language.tag}`)
    await openAccount(page, language, email)

    // the privacy page names everything that signing in stores in the browser
    const storedKeys = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)])
    const cookies = (await page.context().cookies()).map(({ name }) => name)
    expect(cookies).toContain('duo.session_token')
    await expectNamed(page, [...storedKeys, ...cookies])

    // a public page is the same for everyone
    const written = await (await page.request.get(language.home)).text()
    expect(written).not.toContain('Ana Souza')
    await page.goto(`${language.start}/auth`)
    await expect(page).toHaveURL(language.home)

    // signing out in one tab also signs out the other
    await page.goto(`${language.start}/account`)
    await expect(page.getByRole('heading', { level: 1, name: language.account })).toBeVisible()
    await expectAccessible(page)
    const other = await page.context().newPage()
    await other.goto(language.home)
    await other.getByRole('button', { name: language.menu }).click()
    await other.getByRole('button', { name: language.signOut }).click()
    await expect(other).toHaveURL(/\/auth\?mode=sign-in/)
    await expect(page).toHaveURL(/\/auth\?mode=sign-in&next=/)
    await expect(page.getByRole('button', { name: language.menu })).toHaveCount(0)
    await other.close()

    // signing in returns to the page that required it
    await signIn(page, language, email, firstPassword)
    await expect(page).toHaveURL(`${language.start}/account`, hashingTimeout)
    await page.getByRole('main').getByRole('button', { name: language.signOut, exact: true }).click()
    await expect(page).toHaveURL(/\/auth\?mode=sign-in/)

    // a forgotten password
    await page.getByRole('link', { name: language.forgot }).click()
    await expect(page).toHaveURL(/recover/)
    await expectAccessible(page)
    await page.getByRole('textbox', { name: language.email }).fill(email)
    await page.getByRole('button', { name: language.sendLink }).click()
    await expect(page.getByRole('heading', { level: 1, name: language.onItsWay })).toBeVisible()
    await followMail(page, email, language.resetSubject, language.reset)
    await expect(page.getByLabel(language.newPassword, { exact: true })).toBeVisible()
    await expect(page).not.toHaveURL(/#/)
    await expectAccessible(page)
    const secondPassword = 'four bees out of it'
    await page.getByLabel(language.newPassword, { exact: true }).fill(secondPassword)
    await page.getByRole('button', { name: language.savePassword }).click()
    await expect(page.getByText(language.saved)).toBeVisible(hashingTimeout)
    await signIn(page, language, email, secondPassword)
    await expect(page).toHaveURL(`${language.start}/marketplace`, hashingTimeout)

    await erase(page, language, secondPassword)
    await expect(page.getByRole('button', { name: language.menu })).toHaveCount(0)
  })
}

for (const language of languages) {
  test(`signing up and signing in return to the selected agent, in ${language.tag}`, async ({ page, browser, isMobile }) => {
    test.skip(isMobile !== (language.tag === 'pt'), 'one language on each screen')
    test.setTimeout(60_000)
    const email = uniqueEmail(`return.${language.tag}`)
    await openAgentAsVisitor(page, language)
    await page.getByRole('link', { name: language.create }).click()
    await fillSignUp(page, language, email)
    // the mail is opened in another browser
    const other = await browser.newPage()
    await followMail(other, email, language.confirmSubject, language.confirm)
    await expect(other).toHaveURL(new RegExp(`${language.start}/chat/[\\w-]+$`))
    await expect(other.getByText(language.welcome)).toBeVisible()
    await expect(other.getByRole('textbox', { name: language.write })).toBeVisible()
    await other.close()

    await openAgentAsVisitor(page, language)
    await signInAtProvider(page, language, email)
    await expect(page.getByRole('textbox', { name: language.write })).toBeVisible()
  })
}

const [english] = languages as [Language, ...Language[]]

test('a page works that was opened under an address with a user name and password', anyWidth, async ({ page, baseURL }) => {
  await makeAccount(page, english, uniqueEmail('staging'))
  await openScripted(page, Object.assign(new URL('/account', baseURL), { username: 'demo', password: 'secret' }).href)
  await expect(page).toHaveURL(new URL('/account', baseURL).href)
  await page.getByRole('textbox', { name: english.name }).fill('Bia Souza')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
})

test('going back to a half-filled sign-up finds what was typed', anyWidth, async ({ page }) => {
  const email = uniqueEmail('back')
  await openScripted(page, '/auth?mode=sign-up')
  await page.getByLabel(english.name).fill('Ana Souza')
  await page.getByLabel(english.email, { exact: true }).fill(email)
  await page.getByRole('banner').getByRole('link', { name: /Duo/ }).click()
  await expect(page).toHaveURL('/')
  await page.goBack()
  await expect(page.getByLabel(english.name)).toHaveValue('Ana Souza')
  await expect(page.getByLabel(english.email, { exact: true })).toHaveValue(email)
})

test('what is typed before the scripts load stays where the clock is in another year', anyWidth, async ({ page }) => {
  await page.clock.setFixedTime('2019-03-01T12:00:00Z')
  const releaseScripts = await holdScripts(page)
  await page.goto('/auth?mode=sign-up', { waitUntil: 'commit' })
  await page.getByLabel(english.name).fill('Ana Souza')
  releaseScripts()
  await waitForScripts(page)
  await expect(page.getByLabel(english.name)).toHaveValue('Ana Souza')
  await expect(page.getByRole('contentinfo')).not.toContainText('2019')
})

test('going back after signing in does not return to the form', anyWidth, async ({ page, context }) => {
  const email = uniqueEmail('replaced')
  await makeAccount(page, english, email)
  await context.clearCookies()
  await page.goto('/pricing')
  await openScripted(page, '/auth?mode=sign-in')
  await signIn(page, english, email, firstPassword)
  await expect(page).toHaveURL('/marketplace')
  await page.goBack()
  await expect(page).toHaveURL('/pricing')
})
