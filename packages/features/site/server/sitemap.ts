import type { Db } from '@duo/db/index.ts'
import { withLocale } from '@duo/platform/i18n/server.ts'
import { baseLocale, type Locale, locales, localizePath } from '@duo/platform/shared/locale.ts'
import { articlePath } from '../../blog/rules.ts'
import { countArticles, listNewest, listPaths } from '../../blog/server/article-queries.ts'
import type { PublicPage } from '../../shell/public-page.ts'

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }
const escapeXml = (text: string) => text.replace(/[&<>"']/g, (char) => escapes[char] ?? char)

/** The protocol allows 50,000 URLs; smaller files are faster to generate and to read again. */
const maxUrls = 1_000

interface Entry {
  path: string
  /** Includes `x-default`; empty for pages in one language only. */
  alternates: (readonly [language: string, path: string])[]
  changed?: Date
}

/** Returns a sitemap file (sitemaps.org 0.9), or null for an unknown path. `/sitemap.xml` becomes an index beyond `maxUrls`. */
export async function sitemap(db: Db, pages: readonly PublicPage[], origin: string, path: string): Promise<string | null> {
  const parts = Math.ceil((await countArticles(db)) / maxUrls)
  const fromPages = pages.flatMap(pageEntries)
  if (path === '/sitemap.xml' && parts > 1) return indexOf(['pages', ...Array.from({ length: parts }, (_, i) => i + 1)], origin)
  if (path === '/sitemap.xml') return urlSet([...fromPages, ...(await articleEntries(db, 1))], origin)
  const part = /^\/sitemap-(pages|[1-9]\d{0,3})\.xml$/.exec(path)?.[1]
  if (parts <= 1 || part === undefined || Number(part) > parts) return null
  return urlSet(part === 'pages' ? fromPages : await articleEntries(db, Number(part)), origin)
}

const articleEntries = async (db: Db, part: number) =>
  (await listPaths(db, { offset: (part - 1) * maxUrls, limit: maxUrls })).map(articleEntry)

function pageEntries({ path }: PublicPage): Entry[] {
  const alternates = [
    ...locales.map((locale) => [locale, localizePath(path, locale)] as const),
    ['x-default', localizePath(path, baseLocale)] as const,
  ]
  return locales.map((locale) => ({ path: localizePath(path, locale), alternates }))
}

type ArticlePaths = Awaited<ReturnType<typeof listPaths>>[number]

function articleEntry({ language, slug, isUntranslated, pairSlug, modifiedTime }: ArticlePaths): Entry {
  const path = articlePath(slug, isUntranslated ? null : language)
  if (isUntranslated || pairSlug === null) return { path, alternates: [], changed: modifiedTime }
  const pathIn = (locale: Locale) => (locale === language ? path : articlePath(pairSlug, locale))
  const paths = { en: pathIn('en'), pt: pathIn('pt') }
  const alternates = [...locales.map((locale) => [locale, paths[locale]] as const), ['x-default', paths[baseLocale]] as const]
  return { path, alternates, changed: modifiedTime }
}

const urlSet = (entries: readonly Entry[], origin: string) => `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${entries.map((entry) => urlEntry(entry, origin)).join('\n')}
</urlset>
`

function urlEntry({ path, alternates, changed }: Entry, origin: string): string {
  const lastmod = changed ? `<lastmod>${changed.toISOString()}</lastmod>` : ''
  const links = alternates.map(
    ([language, href]) => `<xhtml:link rel="alternate" hreflang="${language}" href="${escapeXml(origin + href)}"/>`,
  )
  return `<url><loc>${escapeXml(origin + path)}</loc>${lastmod}${links.join('')}</url>`
}

const indexOf = (parts: readonly (string | number)[], origin: string) => `<?xml version="1.0" encoding="UTF-8"?>
<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${parts.map((part) => `<sitemap><loc>${escapeXml(`${origin}/sitemap-${part}.xml`)}</loc></sitemap>`).join('\n')}
</sitemapindex>
`

export const robots = (origin: string) => `User-agent: *
Allow: /
Disallow: /api/
Disallow: /dev/
Disallow: /shared/
Disallow: /pt/shared/

Sitemap: ${origin}/sitemap.xml
`

/** A limit, because clients read llms.txt as a whole. */
const maxArticles = 100

/** See llmstxt.org. */
export async function llmsText(db: Db, pages: readonly PublicPage[], origin: string): Promise<string> {
  const about = withLocale(baseLocale, () => pages[0]?.description() ?? '')
  const lists = await Promise.all(locales.map((locale) => listFor(db, locale, pages, origin)))
  return `# Duo\n\n> ${about}\n\n${lists.join('\n\n')}\n`
}

async function listFor(db: Db, locale: Locale, pages: readonly PublicPage[], origin: string): Promise<string> {
  const articles = await listNewest(db, locale, maxArticles)
  return withLocale(locale, () => {
    const lines = [
      ...pages.map((page) => line(page.title(), origin + localizePath(page.path, locale), page.description())),
      ...articles.map(({ title, slug, isUntranslated, language, excerpt }) =>
        line(title, origin + articlePath(slug, isUntranslated ? null : language), excerpt),
      ),
    ]
    return `## ${locale === 'pt' ? 'Português' : 'English'}\n\n${lines.join('\n')}`
  })
}

const line = (title: string, url: string, text: string) => `- [${title}](${url}): ${text}`
