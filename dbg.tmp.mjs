import { chromium } from '@playwright/test'
const base = 'http://localhost:23456'
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
const fresh = async () => { const c = await browser.newContext({ baseURL: base, viewport: { width: 1280, height: 900 } }); const p = await c.newPage(); p.on('console', m => console.log('console', m.type(), m.text().slice(0,600))); p.on('pageerror', e => console.log('PAGEERROR', e.message.slice(0,500))); p.on('response', r => r.status()>=400 && console.log(r.status(), r.url())); return p }
let p = await fresh()
await p.goto('/')
await p.getByRole('textbox', { name: 'E-mail' }).fill(`z${Date.now()}@example.com`)
await p.waitForTimeout(1500); await p.keyboard.press('Enter'); await p.waitForTimeout(3000)
await p.screenshot({ path: '/tmp/walk/dbg.png' })
p = await fresh(); await p.goto('/auth')
await p.getByRole('textbox', { name: 'Full Name' }).fill('Ana Souza'); await p.getByRole('textbox', { name: 'Email' }).fill(`s${Date.now()}@example.com`)
await p.locator('input[type=password]').fill('violet tractor 42 moon'); await p.locator('input[type=checkbox]').check()
await p.getByRole('button', { name: 'Create Account' }).click()
await p.waitForURL('**/marketplace'); await p.waitForTimeout(1500)
console.log((await p.context().cookies()).map(x => x.name).join(','), await p.evaluate(() => [document.cookie, document.documentElement.outerHTML.slice(0,120)]))
await p.screenshot({ path: '/tmp/walk/dbg2.png' })
p = await fresh(); await p.goto('/privacy'); await p.evaluate(() => scrollTo({ top: 6000, behavior: 'instant' }));
await p.evaluate(() => document.querySelector('header a[data-language=pt]').addEventListener('click', e => { e.preventDefault(); console.log('info', sessionStorage.getItem('duo.place')) }))
await p.evaluate(() => document.querySelector('header a[data-language=pt]').click()); await p.waitForTimeout(200)
console.log(await p.evaluate(() => sessionStorage.getItem('duo.place')))
await p.goto('/pt/privacy'); await p.waitForTimeout(500)
console.log(await p.evaluate(() => [scrollY, document.querySelectorAll('main :is(section, article, h1, h2, h3, li, p)').length]))
await browser.close()
