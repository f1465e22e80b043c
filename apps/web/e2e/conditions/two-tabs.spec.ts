import type { Page } from '@playwright/test'
import { makeAccount } from '../support/account-journey.ts'
import { anyWidth, expect, openScripted, test, uniqueEmail, waitForScripts } from '../support/fixtures.ts'
import { type Language, languages } from '../words/account-words.ts'

const [words] = languages as [Language, ...Language[]]

async function startAtGoogle(page: Page) {
  await waitForScripts(page)
  await page.getByRole('button', { name: /Google/ }).click()
  await expect(page.getByRole('heading', { name: 'Who do you want to be?' })).toBeVisible()
}

async function finishAtGoogle(page: Page, email: string) {
  await page.getByRole('textbox', { name: /^E-mail/ }).fill(email)
  await page.getByRole('button', { name: 'Continue' }).click()
}

test('two tabs that sign in with Google at once both arrive at their own page', anyWidth, async ({ page, context }) => {
  const other = await context.newPage()
  const email = uniqueEmail('two-tabs')
  await page.goto('/auth?mode=sign-in&next=/account')
  await startAtGoogle(page)
  await other.goto('/pt/auth?mode=sign-in&next=/marketplace')
  await startAtGoogle(other)
  await finishAtGoogle(page, email)
  await expect(page).toHaveURL('/account')
  await expect(page.getByRole('main').getByText(email).first()).toBeVisible()
  await finishAtGoogle(other, email)
  await expect(other).toHaveURL('/pt/marketplace')
  // back at the provider, and on again: the state is used up
  await context.clearCookies({ name: /session/ })
  await page.goto('/pt/auth?mode=sign-in&next=/account')
  await startAtGoogle(page)
  await context.clearCookies({ name: /^duo\.state/ })
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(/\/pt\/auth\?.*next=%2Faccount.*error=/)
})

test(
  'an invitation stays in the address on every page, and its link can be pasted into the form',
  anyWidth,
  async ({ page, context }) => {
    const invite = async () => {
      const data = { email: uniqueEmail('host'), language: 'en', invitedByCode: null }
      const answer: unknown = await (await page.request.post('/api/trpc/waitlist.join', { data })).json()
      return (answer as { result: { data: { data: { referral_code: string } } } }).result.data.data.referral_code
    }
    const code = await invite()
    await openScripted(page, `/?ref=${code}`)
    await page.getByRole('contentinfo').getByRole('link', { name: 'Pricing' }).click()
    await expect(page).toHaveURL(`/pricing?ref=${code}`)
    await page
      .getByRole('link', { name: /Portugu/ })
      .first()
      .click()
    await expect(page).toHaveURL(`/pt/pricing?ref=${code}`)
    // the address in another browser, as "open in browser" does
    const opened = await context.browser()?.newContext()
    const other = await (opened as NonNullable<typeof opened>).newPage()
    await openScripted(other, page.url())
    await other
      .getByRole('contentinfo')
      .getByRole('link', { name: /Recursos|Produto|Como funciona/ })
      .first()
      .click()
    await expect(other.getByText('Convite de um amigo')).toBeVisible()
    expect((await other.context().cookies()).map(({ value }) => value).join()).not.toContain(code)
    await opened?.close()

    const own = await context.browser()?.newContext({ extraHTTPHeaders: { 'x-forwarded-for': '10.3.4.5' } })
    const typed = await (own as NonNullable<typeof own>).newPage()
    await openScripted(typed, '/')
    await typed.getByText('Invited by someone?').click()
    await typed.getByRole('textbox', { name: 'Invitation code' }).fill(`Come: ${new URL(`/?ref=${code}`, page.url())}!`)
    await typed.getByRole('textbox', { name: /^Email$/ }).fill(uniqueEmail('friend'))
    const joined = typed.waitForResponse((response) => response.request().method() === 'POST')
    await typed.getByRole('textbox', { name: /^Email$/ }).press('Enter')
    expect((await joined).status()).toBeLessThan(400)
    await expect(typed.getByRole('dialog')).toBeVisible()
    await own?.close()
  },
)

test.describe('an account that another tab has replaced', () => {
  test.use({ callsFail: true })

  test('what is typed for one account is not saved for another that was signed in since', anyWidth, async ({ page, context }) => {
    const swapSession = async (cookies: Awaited<ReturnType<typeof context.cookies>>) => {
      await context.clearCookies()
      await context.addCookies(cookies)
    }
    await makeAccount(page, words, uniqueEmail('first'))
    const first = await context.cookies()
    await context.clearCookies()
    const email = uniqueEmail('second')
    await makeAccount(page, words, email)
    const second = await context.cookies()
    await swapSession(first)
    await page.goto('/account')
    await waitForScripts(page)
    const name = page.getByRole('textbox', { name: words.name })
    await name.fill('Written for the first account')
    await swapSession(second)
    await name.press('Enter')
    const notice = page.getByRole('alert').filter({ hasText: `you signed in as ${email}` })
    await expect(notice).toContainText('was not saved')
    await notice.getByRole('button').click()
    await expect(notice).toHaveCount(0)
    await expect(page.getByRole('main').getByText(email).first()).toBeVisible()
    await expect(name).toHaveValue('Ana Souza')
    await page.reload()
    await expect(name).toHaveValue('Ana Souza')
  })
})
