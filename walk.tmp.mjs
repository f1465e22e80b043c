import { chromium } from '@playwright/test'
const base = 'http://localhost:23456'
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
const fresh = async (o = {}) => { const c = await browser.newContext({ baseURL: base, viewport: { width: 1280, height: 900 }, ...o }); const p = await c.newPage(); p.faults = []; p.on('console', m => ['error','warning'].includes(m.type()) && p.faults.push(m.text())); p.on('pageerror', e => p.faults.push('PAGEERROR '+e.message)); return p }
const log = (...a) => console.log(...a)
const step = async (name, f) => { try { log('ok', name, (await f()) ?? '') } catch (e) { log('FAIL', name, e.message.slice(0, 400)) } }
const only = process.argv[2]
const run = (name, f) => only && !name.includes(only) ? undefined : step(name, f)
await run('pages', async () => {
  const out = []
  for (const [w,h] of [[1280,900],[390,800]]) for (const pre of ['', '/pt']) for (const path of ['/', '/pricing', '/about', '/community', '/blog', '/privacy', '/terms', '/marketplace', '/auth', '/nope']) {
    const p = await fresh({ viewport: { width: w, height: h } })
    const sizes = []
    p.on('response', r => r.request().resourceType() === 'script' && sizes.push(r))
    await p.goto(pre + path === '/pt/' ? '/pt' : pre + path, { waitUntil: 'networkidle' })
    let n = 0; for (const r of sizes) n += Number(r.headers()['content-length'] ?? 0)
    await p.screenshot({ path: `/tmp/walk/${w}${pre.replace('/','-')}${path.replace(/\//g,'_')}.png` })
    const inline = await p.evaluate(() => [...document.querySelectorAll('script:not([src]):not([type="application/ld+json"])')].reduce((s, x) => s + x.textContent.length, 0))
    out.push([w, pre + path, 'scripts', sizes.length, n, 'inline', inline, p.faults.join('|')].join(' '))
    await p.context().close()
  }
  return '\n' + out.join('\n')
})
await run('menu', async () => {
  const p = await fresh({ viewport: { width: 390, height: 800 } })
  await p.goto('/pricing')
  const menu = p.getByRole('button', { name: 'Open menu' })
  await menu.focus(); await p.keyboard.press('Enter')
  await p.getByRole('dialog').waitFor()
  await p.waitForTimeout(400)
  await p.screenshot({ path: '/tmp/walk/menu.png' })
  await p.keyboard.press('Escape')
  await p.getByRole('dialog').waitFor({ state: 'hidden' })
  const focused = await p.evaluate(() => document.activeElement?.getAttribute('aria-label'))
  await p.keyboard.press('Space'); await p.getByRole('dialog').waitFor()
  await p.getByRole('dialog').getByRole('link', { name: 'Blog' }).click()
  await p.waitForURL('**/blog')
  return focused + ' ' + p.faults
})
await run('language', async () => {
  const out = []
  for (const path of ['/', '/pricing', '/privacy', '/blog/en/how-to-price-your-ai-agent', '/marketplace', '/blog']) {
    const p = await fresh()
    await p.goto(path); await p.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight * 0.5, behavior: 'instant' }))
    await p.waitForTimeout(300)
    const before = await p.evaluate(() => [scrollY, document.elementFromPoint(400, 300)?.closest('section,article,li,p,h2')?.outerHTML.slice(0,60)])
    await p.evaluate(() => document.querySelector('header a[data-language=pt]').click())
    await p.waitForURL(/\/pt/); await p.waitForLoadState('networkidle')
    const after = await p.evaluate(() => [scrollY, document.elementFromPoint(400, 300)?.closest('section,article,li,p,h2')?.outerHTML.slice(0,60)])
    out.push(path, JSON.stringify(before), JSON.stringify(after), p.faults.join('|')); await p.context().close()
  }
  return '\n' + out.join('\n')
})
await run('blog', async () => {
  const p = await fresh(); await p.goto('/blog')
  await p.getByRole('link', { name: 'Load more articles' }).click()
  await p.waitForFunction(() => document.querySelectorAll('main article').length === 9)
  const f = await p.evaluate(() => [document.activeElement?.textContent, location.href, document.querySelector('[data-list] [role=status]').textContent])
  await p.getByRole('link', { name: /^Business/ }).click(); await p.waitForURL(/category=business/)
  await p.waitForFunction(() => !document.querySelector('[aria-busy]'))
  const n = await p.locator('main article').count()
  await p.getByRole('searchbox').fill('agent'); await p.keyboard.press('Enter'); await p.waitForURL(/q=agent/)
  const u = p.url(); await p.goBack(); await p.waitForTimeout(600)
  const back = [p.url(), await p.locator('main article').count(), await p.getByRole('searchbox').inputValue()]
  await p.locator('main article a').first().click(); await p.waitForURL(/blog\/en\//); await p.goBack(); await p.waitForTimeout(500)
  return JSON.stringify([f, n, u, back, p.url(), p.faults])
})
await run('join', async () => {
  const p = await fresh(); await p.goto('/?ref=ABC'); 
  const mail = `w${Date.now()}@example.com`
  await p.getByRole('textbox', { name: 'E-mail' }).fill('x'); await p.keyboard.press('Enter')
  await p.getByText('Invalid email.').waitFor()
  await p.goto('/')
  await p.evaluate(() => sessionStorage.clear()); await p.reload()
  await p.getByRole('textbox', { name: 'E-mail' }).fill(mail)
  await p.waitForTimeout(800)
  const t = Date.now(); await p.keyboard.press('Enter')
  await p.getByRole('dialog').waitFor(); const took = Date.now() - t
  await p.screenshot({ path: '/tmp/walk/join.png' })
  await p.getByRole('radio').first().check({ force: true }); await p.getByRole('button', { name: 'Next' }).click()
  await p.getByRole('checkbox').first().check({ force: true }); await p.getByRole('button', { name: 'Next' }).click()
  await p.getByRole('checkbox').first().check({ force: true }); await p.screenshot({ path: '/tmp/walk/join2.png' })
  await p.getByRole('dialog').getByRole('button').filter({ hasText: /Finish|Send|Done|Complete/i }).first().click()
  await p.waitForTimeout(1500); await p.screenshot({ path: '/tmp/walk/join3.png' })
  return [took, p.faults.join('|')]
})
await run('signed', async () => {
  const p = await fresh(); await p.goto('/auth')
  const mail = `s${Date.now()}@example.com`
  await p.getByRole('textbox', { name: 'Full Name' }).fill('Ana Souza'); await p.getByRole('textbox', { name: 'Email' }).fill(mail)
  await p.locator('input[type=password]').fill('violet tractor 42 moon'); await p.locator('input[type=checkbox]').check()
  await p.getByRole('button', { name: 'Create Account' }).click()
  await p.waitForURL('**/marketplace'); await p.waitForLoadState('networkidle')
  await p.screenshot({ path: '/tmp/walk/signed.png' })
  const c = (await p.context().cookies()).map(x => x.name).join(',')
  await p.getByRole('button', { name: /Ana Souza/ }).click(); await p.waitForTimeout(300); await p.screenshot({ path: '/tmp/walk/account-menu.png' })
  await p.keyboard.press('Escape')
  await p.locator('main form[data-start] button').first().click(); await p.waitForURL('**/chat/**'); await p.waitForLoadState('networkidle')
  await p.screenshot({ path: '/tmp/walk/chat.png' })
  await p.goBack(); await p.waitForTimeout(500)
  const url = p.url(), busy = await p.locator('[aria-busy]').count()
  await p.goto('/pricing'); await p.getByRole('button', { name: /Ana Souza/ }).click()
  await p.getByRole('button', { name: 'Log out' }).click(); await p.waitForURL('**/auth**')
  await p.goto('/pricing'); await p.waitForLoadState('networkidle')
  const c2 = (await p.context().cookies()).map(x => x.name).join(',')
  return [c, url, busy, c2, await p.getByRole('link', { name: 'Log in' }).first().isVisible(), p.faults.join('|')]
})
await run('app-to-document', async () => {
  const p = await fresh(); await p.goto('/auth', { waitUntil: 'networkidle' })
  let docs = 0; p.on('request', r => r.isNavigationRequest() && docs++)
  await p.getByRole('contentinfo').getByRole('link', { name: 'Pricing' }).click(); await p.waitForURL('**/pricing')
  const a = docs; await p.goBack(); await p.waitForURL('**/auth'); await p.getByRole('contentinfo').getByRole('link', { name: 'About' }).hover(); await p.waitForTimeout(300)
  return [a, p.url(), p.faults.join('|')]
})
await run('settings', async () => {
  const p = await fresh(); await p.goto('/pricing')
  await p.getByRole('button', { name: 'Cookie settings' }).click(); await p.getByRole('dialog').waitFor(); await p.waitForTimeout(300)
  await p.screenshot({ path: '/tmp/walk/settings.png' })
  await p.keyboard.press('Escape'); return p.faults.join('|')
})
await browser.close()
