import { anyWidth, expect, test } from '../support/fixtures.ts'
import { ownAddressOf } from '../support/own-address.ts'

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
