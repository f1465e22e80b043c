import { anyWidth, expect, test } from '../support/fixtures.ts'
import { ownAddressOf } from '../support/own-address.ts'

test('the page is complete without scripts, in the language of its URL', anyWidth, async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, locale: 'fr-FR', baseURL: baseURL ?? '' })
  const page = await context.newPage()
  await page.goto('/pt')
  await expect(page.locator('html')).toHaveAttribute('lang', 'pt-BR')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'E-mail' })).toBeVisible()
  await context.close()
})

test('the head describes the page in each language and links to the other one', anyWidth, async ({ request, baseURL }) => {
  for (const { path, locale } of [
    { path: '/', locale: 'en_US' },
    { path: '/pt', locale: 'pt_BR' },
  ]) {
    const html = await (await request.get(path)).text()
    expect(html).toMatch(/<title>[^<]{10,}<\/title>/)
    expect(html).toMatch(/<meta name="description" content="[^"]{50,}"/)
    expect(html).toContain(`<link rel="canonical" href="${baseURL}${path}"`)
    expect(html).toContain(`<meta property="og:locale" content="${locale}"`)
    for (const [lang, href] of [
      ['en', '/'],
      ['pt', '/pt'],
      ['x-default', '/'],
    ]) {
      expect(html).toMatch(new RegExp(`<link rel="alternate" href[Ll]ang="${lang}" href="${baseURL}${href}"`))
    }
    expect(html).toContain('"@type":"Organization"')
  }
})

test('the server keeps connections open longer than proxies do', anyWidth, async ({ request, baseURL }) => {
  const keepAlive = (await request.get(ownAddressOf(baseURL ?? ''))).headers()['keep-alive']
  expect(Number(/^timeout=(\d+)$/.exec(keepAlive ?? '')?.[1])).toBeGreaterThan(60)
})

test('an unknown URL returns a 404 page in its language', anyWidth, async ({ page }) => {
  const answer = await page.request.get('/no/such/page')
  expect(answer.status()).toBe(404)
  const shown = await page.request.get('/pt/nada')
  expect(await shown.text()).toMatch(/<html lang="pt-BR"[\s\S]*Página não encontrada/)
  expect(await shown.text()).toMatch(/<a [^>]*href="\/pt"[^>]*>Voltar ao início</)
  expect(await answer.text()).toContain('Oops! Page not found')
  expect((await page.request.get('/sitemap-1.xml')).status()).toBe(404)
  expect(await answer.text()).toContain('<meta name="description" content="The address may be mistyped')
})

test('a link with campaign parameters opens the cached page and keeps the parameters in the URL', async ({
  page,
  isMobile,
  baseURL,
}) => {
  const marks = 'utm_source=whatsapp&utm_medium=social&fbclid=1'
  for (const path of ['/', '/blog', '/pricing', '/blog/en/goduoai-revolution', '/marketplace']) {
    const read = async (at: string) => (await page.request.get(ownAddressOf(baseURL ?? '') + at)).text()
    const [bare, marked] = await Promise.all([path, `${path}?${marks}`].map(read))
    expect(marked).toBe(bare)
    await page.goto(`${path}?${marks}`)
    // the fixture checks that the console reports nothing
    await page.waitForLoadState('networkidle')
    expect(new URL(page.url()).search).toBe(`?${marks}`)
  }
  await page.goto(`/pricing?${marks}`)
  const header = page.getByRole('banner')
  if (isMobile) await header.getByRole('button', { name: 'Open menu' }).click()
  await (isMobile ? page.getByRole('dialog') : header).getByRole('link', { name: 'Português' }).click()
  await expect(page).toHaveURL(`/pt/pricing?${marks}`)
})

test('the language switcher stays on the page, keeps the query, and its choice is remembered', async ({ page, isMobile }) => {
  await page.goto('/?ref=ABC123')
  const header = page.getByRole('banner')
  if (isMobile) await header.getByRole('button', { name: 'Open menu' }).click()
  const place = isMobile ? page.getByRole('dialog') : header
  await place.getByRole('link', { name: 'Português' }).click()
  await expect(page).toHaveURL(/\/pt\?ref=ABC123$/)
  await expect(page.locator('html')).toHaveAttribute('lang', 'pt-BR')
  await page.goto('/')
  // the invitation of this tab is in the address of every page
  await expect(page).toHaveURL(/\/pt\?ref=ABC123$/)
})

test('hundreds of concurrent requests each get their own language', anyWidth, async ({ baseURL }) => {
  const wanted = Array.from({ length: 300 }, (_, i) => (i % 3 === 0 ? 'pt' : 'en'))
  const pages = await Promise.all(
    wanted.map(async (locale) => (await fetch(`${baseURL}${locale === 'pt' ? '/pt' : '/'}`)).text()),
  )
  const mixed = pages.filter((html, i) => {
    const pt = wanted[i] === 'pt'
    return !html.includes(`<html lang="${pt ? 'pt-BR' : 'en-US'}"`) || html.includes(pt ? 'Join the waitlist' : 'Entrar na lista')
  })
  expect(mixed).toHaveLength(0)
})
