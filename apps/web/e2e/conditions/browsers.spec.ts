import type { Page } from '@playwright/test'
import { makeAccount } from '../support/account-journey.ts'
import { anyWidth, expect, openScripted, test, uniqueEmail, waitForScripts } from '../support/fixtures.ts'
import { type Language, languages } from '../words/account-words.ts'

const [words] = languages as [Language, ...Language[]]

async function openConversation(page: Page) {
  await openScripted(page, '/marketplace')
  await page.getByRole('button', { name: words.startConversation }).click()
  await expect(page.getByRole('textbox', { name: words.write })).toBeVisible()
}

test('in forced colours the browser paints the focus of every control', async ({ page, isMobile }) => {
  test.skip(isMobile, 'no keyboard')
  test.setTimeout(120_000)
  await makeAccount(page, words, uniqueEmail('forced-colours'))
  await page.emulateMedia({ forcedColors: 'active' })
  const unpainted = async () => {
    const missing: string[] = []
    for (let n = 0; n < 60; n++) {
      await page.keyboard.press('Tab')
      const found = await page.evaluate(() => {
        const focused = document.activeElement
        if (!focused || focused === document.body) return null
        const outlined = (element: Element, part?: string) => {
          const { outlineStyle, outlineWidth } = getComputedStyle(element, part)
          return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1
        }
        const isPainted =
          outlined(focused) || outlined(focused, '::after') || Boolean(focused.parentElement && outlined(focused.parentElement))
        return isPainted ? '' : focused.outerHTML.slice(0, 120)
      })
      if (found === null) break
      if (found !== '') missing.push(found)
    }
    return missing
  }
  for (const path of ['/', '/account', '/marketplace', '/pricing']) {
    await page.goto(path)
    expect(await unpainted(), path).toEqual([])
  }
  await openConversation(page)
  await page.getByRole('textbox', { name: words.write }).focus()
  expect(await unpainted()).toEqual([])
  await page.getByRole('textbox', { name: words.write }).focus()
  const outline = await page.getByRole('textbox', { name: words.write }).evaluate((field) => getComputedStyle(field).outlineStyle)
  expect(outline).not.toBe('none')
})

test.describe('in a tab older than the deployment', () => {
  // the missing file is reported
  test.use({ callsFail: true })

  test('a missing part is explained, and a press reloads the page once', anyWidth, async ({ page }) => {
    await makeAccount(page, words, uniqueEmail('old-tab'))
    await openScripted(page, '/account')
    await page.route('**/assets/delete-account-dialog-*.js', (route) => route.fulfill({ status: 404, body: '' }))
    const notice = page.getByRole('alert').filter({ hasText: 'Duo was renewed' })
    await page.getByRole('button', { name: words.erase }).click()
    await expect(notice).toBeVisible()
    await notice.getByRole('button', { name: 'Reload' }).click()
    await expect(notice).toHaveCount(0)
    // the reload did not help: the page does not offer it again
    await page.getByRole('button', { name: words.erase }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(notice).toHaveCount(0)
  })

  test('a part that does not arrive is given up after 10 s, with a way on', anyWidth, async ({ page }) => {
    await makeAccount(page, words, uniqueEmail('late-part'))
    await openScripted(page, '/account')
    await page.clock.install()
    let isHung = true
    await page.route('**/assets/delete-account-dialog-*.js', (route) => (isHung ? undefined : route.continue()))
    const notice = page.getByRole('alert').filter({ hasText: 'did not arrive' })
    await page.getByRole('button', { name: words.erase }).click()
    await page.clock.runFor(11_000)
    await expect(notice).toBeVisible()
    isHung = false
    const reloaded = page.waitForEvent('load')
    await notice.getByRole('button', { name: 'Reload' }).click()
    await reloaded
    await waitForScripts(page)
    await page.getByRole('button', { name: words.erase }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
  })

  test('a join whose script does not arrive keeps the address, and the next press joins', anyWidth, async ({ page }) => {
    await openScripted(page, '/')
    await page.clock.install()
    await page.route('**/assets/join-*.js', () => {})
    const email = uniqueEmail('late-join')
    await page.getByRole('textbox', { name: /^Email$/ }).fill(email)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Sending...' })).toBeVisible()
    await page.clock.runFor(11_000)
    await expect(page.getByText(/There was an error registering/)).toBeVisible()
    await expect(page.getByRole('textbox', { name: /^Email$/ })).toHaveValue(email)
    const joining = page.locator('#email-collection')
    await joining.getByRole('button', { name: 'Join the waitlist' }).click()
    await expect(joining.getByText(/You are .* on the list/)).toBeVisible()
  })
})

test.describe('when a script of the page fails', () => {
  test.use({ scriptsFail: true })

  test('the browser posts the join, and another form says what to do', anyWidth, async ({ page }) => {
    await openScripted(page, '/')
    await page.evaluate(() => Reflect.deleteProperty(window, 'FormData'))
    await page.getByRole('textbox', { name: /^Email$/ }).fill(uniqueEmail('no-form-data'))
    await page.keyboard.press('Enter')
    await expect(page.getByText(/You are .* on the list/)).toBeVisible()

    await openScripted(page, '/auth?mode=sign-in')
    const form = page.getByRole('main')
    await form.getByRole('textbox', { name: 'Email' }).fill(uniqueEmail('fails'))
    await form.getByLabel('Password', { exact: true }).fill('four quiet bees')
    await page.evaluate(() => Reflect.set(RegExp.prototype, 'exec', undefined))
    await form.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'Something on this page did not work' })).toBeVisible()
  })
})

test.describe('in the browser of another app', () => {
  test.use({
    userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Instagram 390.0',
  })

  test('e-mail comes first, and the address can be copied', anyWidth, async ({ page }) => {
    await openScripted(page, '/pt/auth?mode=sign-in')
    await expect(page.getByRole('heading', { name: 'Abra o Duo no seu navegador' })).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Endereço desta página' })).toHaveValue(/\/pt\/auth\?mode=sign-in$/)
    await expect(page.getByRole('main').getByRole('button', { name: 'Copiar link' })).toBeVisible()
    await expect(page.getByRole('button', { name: /Google/ })).toHaveCount(0)
  })
})

test.describe('without storage', () => {
  // what could not be stored is logged
  test.use({ callsFail: true })

  test('pages work, and the sign-in says that cookies are blocked', anyWidth, async ({ page }) => {
    await page.addInitScript(() => {
      const refuse = {
        get() {
          throw new DOMException('The operation is insecure.', 'SecurityError')
        },
      }
      for (const name of ['localStorage', 'sessionStorage', 'indexedDB']) Object.defineProperty(window, name, refuse)
      Object.defineProperty(Navigator.prototype, 'cookieEnabled', { get: () => false })
      Object.defineProperty(Document.prototype, 'cookie', { get: () => '', set: () => {} })
    })
    for (const path of ['/', '/pt', '/pricing', '/marketplace', '/blog', '/waitlist', '/auth']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    }
    await expect(page.getByText('Your browser blocks cookies')).toBeVisible()
    await openScripted(page, '/')
    await page.locator('[data-join] input[type=email]').first().fill(uniqueEmail('no-storage'))
    await page.locator('[data-join] button[type=submit]').first().click()
    await expect(page.getByText(/We sent an email to/).first()).toBeVisible()
  })
})

test.describe('when the scripts do not load', () => {
  test.use({ callsFail: true })

  test('the page says so after a while, and never once it works', anyWidth, async ({ page }) => {
    const showsLate = () =>
      page.evaluate(() =>
        document
          .getAnimations()
          .find((one) => 'animationName' in one && one.animationName === 'late-scripts')
          ?.finish(),
      )
    const notice = page.getByText('Esta página ainda não carregou por inteiro')
    await openScripted(page, '/pt/auth')
    await expect(notice).toHaveCount(0)
    await page.route('**/assets/*.js', (route) => route.abort())
    for (const path of ['/pt/auth', '/pt/auth/recover', '/pt/waitlist', '/pt/auth/reset']) {
      await page.goto(path)
      await expect(notice).toBeHidden()
      await showsLate()
      await expect(notice).toBeVisible()
    }
  })
})

test.describe('with scripts turned off', () => {
  test.use({ javaScriptEnabled: false })

  test('every page of accounts says once that it needs them', anyWidth, async ({ page }) => {
    for (const path of [
      '/auth',
      '/auth/recover',
      '/auth/reset',
      '/auth/confirm',
      '/auth/cancel-change',
      '/auth/not-me',
      '/auth/second-step',
    ]) {
      await page.goto(path)
      // texts of a noscript are not found by getByText
      const sentence = page.locator('main noscript p')
      await expect(sentence, path).toBeVisible()
      expect(await sentence.innerText(), path).toBe('This needs JavaScript. Turn it on and reload this page.')
    }
  })
})
