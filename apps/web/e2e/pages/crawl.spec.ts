import { test as base, expect } from '@playwright/test'
import { e2eSite } from '../support/data-dir.ts'
import { publicPaths } from '../support/public-paths.ts'

/** `origin` is the server's address, which the configuration always sets. */
const test = base.extend<{ origin: string }>({ origin: async ({ baseURL }, use) => use(baseURL ?? '') })

// A crawler: it reads HTML, follows links, runs no script and sends no language.
test.describe.configure({ timeout: 60_000 })

interface Read {
  status: number
  html: string
}

const read = async (url: string): Promise<Read> => {
  const answer = await fetch(url, { redirect: 'manual' })
  return { status: answer.status, html: await answer.text() }
}

const decode = (text: string) => text.replaceAll('&amp;', '&').replaceAll('&quot;', '"').replaceAll('&#x27;', "'")
const attribute = (tag: string, name: string) => decode(new RegExp(`\\b${name}="([^"]*)"`, 'i').exec(tag)?.[1] ?? '')
const tags = (html: string, name: string) => html.match(new RegExp(`<${name}\\b[^>]*>`, 'gi')) ?? []
const metas = (html: string) =>
  new Map(tags(html, 'meta').map((tag) => [attribute(tag, 'name') || attribute(tag, 'property'), attribute(tag, 'content')]))
const links = (html: string, rel: string) => tags(html, 'link').filter((tag) => attribute(tag, 'rel') === rel)

/** Links without a language. From a Portuguese page they choose English, so only the language switcher may have one. */
const plainLinks = (html: string, url: string) =>
  tags(html, 'a')
    .filter((tag) => attribute(tag, 'hreflang') === '')
    .map((tag) => new URL(attribute(tag, 'href'), url))
    .filter(({ origin, pathname }) => origin === new URL(url).origin && !/^\/pt(\/|$)|^\/blog\/(en|pt)\/|\.\w+$/.test(pathname))
    .map(({ pathname }) => pathname)

const canonical = (html: string) => attribute(links(html, 'canonical')[0] ?? '', 'href')

/** Returns all pages that a crawler reaches from the two home pages, by URL; a longer list (`?shown=9`) has its own URL. */
async function walk(origin: string): Promise<Map<string, Read>> {
  const seen = new Map<string, Read>()
  const waiting = [`${origin}/`, `${origin}/pt`]
  for (let url = waiting.pop(); url; url = waiting.pop()) {
    // in the account menu of every page; they lead crawlers to the sign-in
    if (seen.has(url) || /\/(?:account|chat|studio)$/.test(url)) continue
    const page = await read(url)
    seen.set(url, page)
    const found = tags(page.html, 'a').map((tag) => new URL(attribute(tag, 'href'), url))
    waiting.push(...found.filter((link) => link.origin === origin).map((link) => link.origin + link.pathname + link.search))
  }
  return seen
}

let crawled: Promise<Map<string, Read>> | undefined

/** Walks once per worker, because no test here changes a page. */
const crawl = (origin: string) => (crawled ??= walk(origin))

// one after another in one worker, so that the site is walked once
test.describe(() => {
  test.describe.configure({ mode: 'default' })

  test('every link leads to a page in the language of its URL', async ({ origin }) => {
    const pages = await crawl(origin)
    expect([...pages].filter(([, { status }]) => status !== 200).map(([url, { status }]) => `${status} ${url}`)).toEqual([])
    for (const [url, { html }] of pages) {
      const pt = /\/pt(\/|$)/.test(new URL(url).pathname)
      expect(attribute(tags(html, 'html')[0] ?? '', 'lang'), url).toBe(pt ? 'pt-BR' : 'en-US')
      expect(tags(html, 'h1'), url).toHaveLength(1)
      if (pt) expect(plainLinks(html, url), url).toEqual([])
    }
  })

  test('the sitemap lists exactly the indexable pages', async ({ origin }) => {
    const { html: xml } = await read(`${origin}/sitemap.xml`)
    const listed = [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => url)
    const own = ([url, { html }]: [string, Read]) => metas(html).get('robots') !== 'noindex' && canonical(html) === url
    const indexed = [...(await crawl(origin))].filter(own).map(([url]) => url)
    expect(listed.sort()).toEqual(indexed.sort())
  })

  test('the head of every page is complete in both languages', async ({ origin }) => {
    const { html: xml } = await read(`${origin}/sitemap.xml`)
    const urls = [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => url)
    const titles = new Set<string>()
    const described = new Set<string>()
    for (const url of urls) {
      const { html } = await read(url)
      const meta = metas(html)
      const title = decode(/<title>([^<]*)<\/title>/.exec(html)?.[1] ?? '')
      titles.add(title)
      expect(title.length, `${url}: ${title}`).toBeGreaterThan(3)
      expect(meta.get('description')?.length, url).toBeGreaterThanOrEqual(50)
      expect(meta.get('keywords'), url).toBeTruthy()
      expect(meta.get('og:title'), url).toBe(title)
      expect(meta.get('og:url'), url).toBe(url)
      expect(meta.get('twitter:card'), url).toBe('summary_large_image')
      expect(
        links(html, 'canonical').map((tag) => attribute(tag, 'href')),
        url,
      ).toEqual([url])
      const alternates = links(html, 'alternate').map((tag) => [attribute(tag, 'hreflang'), attribute(tag, 'href')])
      const languages = alternates.map(([language]) => language).filter((language) => language !== '')
      // nine articles are in English only
      expect(languages, url).toEqual(/\/blog\/(?!en\/|pt\/)[^/]+$/.test(url) ? ['en', 'x-default'] : ['en', 'pt', 'x-default'])
      for (const [language, other = ''] of alternates) if (language) expect(urls, url).toContain(other)
      for (const [, data = ''] of html.matchAll(/<script[^>]*application\/ld\+json[^>]*>([^<]*)<\/script>/g)) {
        expect(JSON.parse(data), url).toMatchObject({ '@context': 'https://schema.org', '@type': expect.any(String) })
        for (const [, type = ''] of data.matchAll(/"@type":"(\w+)"/g)) described.add(type)
      }
    }
    expect(titles.size).toBe(urls.length)
    expect(described).toContain('Organization')
  })

  test('every page has a share image of 1200 by 630', async ({ origin }) => {
    const { html: xml } = await read(`${origin}/sitemap.xml`)
    for (const [, url = ''] of xml.matchAll(/<loc>([^<]+)<\/loc>/g)) {
      const image = metas((await read(url)).html).get('og:image') ?? ''
      const answer = await fetch(image)
      expect([answer.status, answer.headers.get('content-type')], url).toEqual([200, 'image/png'])
      const bytes = new DataView(await answer.arrayBuffer())
      expect([bytes.getUint32(16), bytes.getUint32(20)], url).toEqual([1200, 630])
    }
  })
})

test('a page is sent once and then revalidated with a 304, and works in the browser after a reload', async ({ page, origin }) => {
  const first = await fetch(origin)
  const etag = first.headers.get('etag') ?? ''
  // fetch would ask for a fresh copy
  const again = await fetch(origin, { headers: { 'if-none-match': etag, 'cache-control': 'max-age=0' } })
  expect([again.status, await again.text()]).toEqual([304, ''])
  const faults: string[] = []
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
  await page.goto('/')
  await page.reload()
  await page.getByRole('textbox', { name: /^E-?mail$/ }).fill('nobody')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Invalid email.')).toBeVisible()
  expect(faults).toEqual([])
})

test('misspelt URLs redirect to the canonical one, and garbage is rejected', async ({ origin }) => {
  const go = async (path: string) => {
    const answer = await fetch(origin + path, { redirect: 'manual' })
    return [answer.status, answer.headers.get('location')]
  }
  expect(await go('/PT/')).toEqual([301, '/pt'])
  expect(await go('/Pricing/?a=B')).toEqual([301, '/pricing?a=B'])
  for (const path of ['/fr', '/fr/pricing', `/${'a'.repeat(5_000)}`, '/a/b/c/d/e'])
    expect((await go(path))[0], path.slice(0, 20)).toBe(404)
  // nginx itself rejects what it cannot decode
  for (const path of ['/%E0%A4%A', '/%00']) expect((await go(path))[0], path).toBe(e2eSite === 'one-server' ? 404 : 400)
})

/** Of scripts, kB. The forms of an account rate passwords, and offer passkeys. */
const limits: Record<string, number> = { '/auth': 30, '/auth?mode=sign-in': 30 }

for (const path of [...publicPaths, '/marketplace', '/not/a/page', '/blog/en/goduoai-revolution', ...Object.keys(limits)]) {
  for (const prefix of ['', '/pt']) {
    const address = prefix + path === '/pt/' ? '/pt' : prefix + path
    const limit = limits[path] ?? 10
    test(`${address} loads at most ${limit} kB of scripts (Brotli) and has at most 0.5 kB inline`, async ({ page }) => {
      const scripts: string[] = []
      page.on('response', (answer) => {
        if (answer.request().resourceType() === 'script') scripts.push(answer.url())
      })
      await page.goto(address, { waitUntil: 'networkidle' })
      const sizes = await Promise.all(
        scripts.map(async (url) => {
          const answer = await fetch(url, { headers: { 'accept-encoding': 'br' } })
          expect(answer.headers.get('content-encoding'), url).toBe('br')
          return Number(answer.headers.get('content-length'))
        }),
      )
      expect(sizes.length).toBeGreaterThan(0)
      expect(sizes.reduce((total, size) => total + size, 0)).toBeLessThanOrEqual(limit * 1_000)
      const inline = await page.evaluate(() =>
        [...document.scripts].filter(({ src, type }) => src === '' && type !== 'application/ld+json').map(({ text }) => text),
      )
      expect(inline.join('').length).toBeLessThanOrEqual(500)
    })
  }
}
