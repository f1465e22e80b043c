import { openDatabase } from '@duo/db/connection/open.ts'
import type { Locator, Page } from '@playwright/test'
import { fakeGoogle } from '../support/fake-google.ts'
import { expect, expectAccessible, holdScripts, test } from '../support/fixtures.ts'
import { openConversation } from '../support/model.ts'
import { type Site, serveSite, startLimit } from '../support/site.ts'

const container = 'GTM-AB12CD3'
let site: Site
let url = ''

test.beforeAll(async () => {
  test.setTimeout(startLimit)
  site = await serveSite({ GTM_ID: container })
  url = site.url
})
test.afterAll(() => site.close())

const google = (page: Page) => fakeGoogle(page, url)
const question = (page: Page, title = 'May we count your visit?') => page.getByRole('region', { name: title })
const topOf = async (part: Locator) => (await part.boundingBox())?.y ?? Number.NaN
const bottomOf = async (part: Locator) => {
  const { y, height } = (await part.boundingBox()) ?? { y: Number.NaN, height: 0 }
  return y + height
}
const cookieNames = async (page: Page) => (await page.context().cookies()).map(({ name }) => name)
const commands = (page: Page) =>
  page.evaluate(() => JSON.stringify((window as { dataLayer?: object[] }).dataLayer?.map((entry) => Object.values(entry)) ?? []))

test('requests no other site before consent or after a refusal', async ({ page }) => {
  const requests = await google(page)
  await page.goto(url)
  await expect(question(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await page.mouse.wheel(0, 2000)
  await expect(question(page)).toBeVisible()
  await page.getByRole('button', { name: 'Refuse' }).click()
  await expect(question(page)).toBeHidden()
  await page.goto(`${url}/pt`)
  await expect(page.getByRole('button', { name: 'Preferências de cookies' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expect(question(page, 'Podemos contar sua visita?')).toBeHidden()
  // set by the page's scripts, which may load after the network was idle
  await expect.poll(() => commands(page)).toContain('"analytics_storage":"denied"')
  expect(requests).toEqual([])
  expect(await cookieNames(page)).not.toContain('_ga')
})

test('consent loads the container now and on the next visit, lasts twelve months, and ends when it is withdrawn', async ({
  page,
}) => {
  const requests = await google(page)
  await page.goto(url)
  await page.getByRole('button', { name: 'Accept' }).click()
  await expect
    .poll(() => requests)
    .toEqual([`https://www.googletagmanager.com/gtm.js?id=${container}`, 'https://region1.google-analytics.com/g/collect?v=2'])
  const cookie = (await page.context().cookies()).find(({ name }) => name === 'consent')
  expect(cookie).toMatchObject({ sameSite: 'Lax', domain: 'localhost' })
  const months = ((cookie?.expires ?? 0) - Date.now() / 1000) / (365 * 24 * 60 * 60)
  expect(months).toBeCloseTo(1, 3)
  await page.reload()
  await expect.poll(() => requests).toHaveLength(4)
  await expect(question(page)).toBeHidden()
  await expect.poll(() => cookieNames(page)).toContain('_ga')
  await page.getByRole('button', { name: 'Cookie settings' }).click()
  const reloaded = page.waitForEvent('load')
  await page.getByRole('dialog').getByRole('button', { name: 'Refuse both' }).click()
  await reloaded
  await page.waitForLoadState('networkidle')
  expect(await cookieNames(page)).not.toContain('_ga')
  expect(requests).toHaveLength(4)
})

test('does not ask if the browser sends Global Privacy Control; the settings wait for the page’s scripts', async ({ page }) => {
  const requests = await google(page)
  const releaseScripts = await holdScripts(page)
  await page.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }))
  await page.goto(url, { waitUntil: 'commit' })
  const settings = page.getByRole('button', { name: 'Cookie settings' })
  await expect(settings).toBeDisabled()
  releaseScripts()
  await settings.click()
  await expect(page.getByRole('dialog')).toContainText('Your browser asks sites not to track you')
  await expect(question(page)).toBeHidden()
  expect(requests).toEqual([])
})

for (const { path, title, settings, save, scheme } of [
  { path: '/', title: 'May we count your visit?', settings: 'Choose one by one', save: 'Save my choice', scheme: 'light' },
  {
    path: '/pt',
    title: 'Podemos contar sua visita?',
    settings: 'Escolher um por um',
    save: 'Salvar minha escolha',
    scheme: 'dark',
  },
] as const) {
  test(`the consent banner and settings pass axe on ${path} in ${scheme}, with buttons of at least 44 px`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    await page.goto(url + path)
    await expect(question(page, title)).toBeVisible()
    await expectAccessible(page)
    for (const button of await question(page, title).getByRole('button').all())
      expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    await page.getByRole('button', { name: settings }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('dialog').getByRole('button', { name: save }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(page.locator('#content')).toBeFocused()
  })
}

for (const { path, title, join } of [
  { path: '/', title: 'May we count your visit?', join: 'Join the waitlist' },
  { path: '/pt', title: 'Podemos contar sua visita?', join: 'Entrar na lista' },
] as const) {
  test(`the first screen of ${path} shows headline, lead and join button above the consent banner`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    for (const [width, height, lines] of [
      [1280, 720, 2],
      [1366, 768, 2],
      [1440, 900, 2],
      [820, 1180, 2],
      [360, 640, 3],
    ] as const) {
      await page.setViewportSize({ width, height })
      await page.goto(url + path)
      await expect(question(page, title)).toBeVisible()
      const headline = page.getByRole('heading', { level: 1 })
      const linesOf = (element: Element) =>
        element.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(element).lineHeight)
      expect(Math.round(await headline.evaluate(linesOf)), `${width} wide`).toBeLessThanOrEqual(lines)
      const lead = page.locator('h1 + p')
      await expect(lead).toBeInViewport({ ratio: 1 })
      const button = page.locator('[data-join-start]').getByRole('button', { name: join })
      expect((await topOf(question(page, title))) - (await bottomOf(button)), `${width} wide`).toBeGreaterThan(0)
    }
  })
}

test('the consent banner causes no layout shift', async ({ page }) => {
  // without the fallback's fonts, a late web font moves lines, which is unrelated to the banner
  await page.route('**/*.woff2', () => {})
  await page.goto(url, { waitUntil: 'domcontentloaded' })
  await expect(question(page)).toBeVisible()
  const shifted = await page.evaluate(
    () =>
      new Promise<number>((done) => {
        new PerformanceObserver((list) =>
          done(list.getEntries().reduce((sum, entry) => sum + (entry as unknown as { value: number }).value, 0)),
        ).observe({ type: 'layout-shift', buffered: true })
        // without any shift the observer is never called
        requestAnimationFrame(() => requestAnimationFrame(() => done(0)))
      }),
  )
  expect(shifted).toBeLessThan(0.01)
})

test('the keyboard reaches the consent banner after the skip link, and the banner never hides the focus', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(url)
  await expect(question(page)).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(question(page).getByRole('link', { name: 'Privacy policy' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Refuse' })).toBeFocused()
  const box = await question(page).boundingBox()
  const hidden: string[] = []
  let stops = 0
  for (; stops < 60; stops++) {
    await page.keyboard.press('Tab')
    const focused = await page.evaluate(() => {
      const element = document.activeElement
      if (!element || element === document.body) return undefined
      const { x, y, width, height } = element.getBoundingClientRect()
      return { x, y, width, height, name: element.textContent, asks: element.closest('[aria-live] > section') !== null }
    })
    if (!focused) break
    const overlaps = box && focused.y + focused.height > box.y && focused.x + focused.width > box.x
    if (overlaps && !focused.asks) hidden.push(`${focused.name} at ${focused.y}`)
  }
  expect(stops).toBeGreaterThan(5)
  expect(hidden).toEqual([])
})

test('the composer of a conversation stays above the consent banner', async ({ page, context }) => {
  const database = await openDatabase({ dataDir: site.dataDir, databaseUrl: undefined, applicationName: 'duo-e2e' })
  try {
    await openConversation({ page, context, served: { url, db: database.db } })
  } finally {
    await database.close()
  }
  const composer = [page.getByRole('textbox'), page.getByRole('button', { name: 'Send' })]
  const lowest = async () => Math.max(...(await Promise.all(composer.map(bottomOf))))
  for (const viewport of [
    { width: 1280, height: 800 },
    { width: 360, height: 740 },
    { width: 360, height: 640 },
  ]) {
    await page.setViewportSize(viewport)
    await expect.poll(async () => (await topOf(question(page))) - (await lowest())).toBeGreaterThan(0)
    for (const part of composer) await expect(part).toBeInViewport({ ratio: 1 })
  }
  await page.getByRole('button', { name: 'Refuse' }).click()
  await expect.poll(lowest).toBeGreaterThan(640 - 120)
})

test('the HTML is the same for all visitors; without scripts the page asks and loads nothing', async ({ request, browser }) => {
  const answer = await request.get(url, { headers: { cookie: 'consent=1.1.analytics' } })
  const html = await answer.text()
  const other = await (await request.get(url)).text()
  const shared = (text: string) => text.replaceAll(/nonce="[^"]*"|name="key" value="[^"]*"/g, '')
  expect(shared(html)).toBe(shared(other))
  expect(html).toContain(`data-gtm="${container}"`)
  expect(html).not.toContain('googletagmanager')
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  const requests = await google(page)
  await page.goto(url)
  await expect(page.getByRole('button', { name: 'Cookie settings' })).toBeHidden()
  await expect(question(page)).toBeHidden()
  expect(requests).toEqual([])
  await context.close()
})

test('the page with helplines loads no container, even with consent', async ({ page }) => {
  const requests = await google(page)
  await page.goto(url)
  await page.getByRole('button', { name: 'Accept' }).click()
  await expect.poll(() => requests).toHaveLength(2)
  await page.goto(`${url}/help?region=gb`, { waitUntil: 'networkidle' })
  await expect(page.getByRole('heading', { level: 1 })).toContainText('People to talk to')
  expect(requests).toHaveLength(2)
  await page.goto(`${url}/pricing`)
  await expect.poll(() => requests).toHaveLength(4)
})
