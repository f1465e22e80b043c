import { withLocale } from '@duo/platform/i18n/server.ts'
import { baseLocale, locales, localizePath } from '@duo/platform/shared/locale.ts'
import type { PublicPage } from '../shell/public-page.ts'

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }
const escapeXml = (text: string) => text.replace(/[&<>"']/g, (char) => escapes[char] ?? char)

/** sitemap.xml (sitemaps.org 0.9 with xhtml alternates): every public page in every language, each naming the others. */
export function sitemap(pages: readonly PublicPage[], origin: string): string {
  const urls = pages.flatMap(({ path }) => locales.map((locale) => urlEntry(origin, path, localizePath(path, locale))))
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${urls.join('\n')}
</urlset>
`
}

function urlEntry(origin: string, path: string, own: string): string {
  const alternates = [
    ...locales.map((locale) => [locale, localizePath(path, locale)] as const),
    ['x-default', localizePath(path, baseLocale)] as const,
  ]
  const links = alternates.map(
    ([lang, href]) => `<xhtml:link rel="alternate" hreflang="${lang}" href="${escapeXml(origin + href)}"/>`,
  )
  return `<url><loc>${escapeXml(origin + own)}</loc>${links.join('')}</url>`
}

/** robots.txt: everything may be read but what is private or a machine's. */
export const robots = (origin: string) => `User-agent: *
Allow: /
Disallow: /api/
Disallow: /dev/

Sitemap: ${origin}/sitemap.xml
`

/** llms.txt (llmstxt.org): what the site is and where its pages are, for machines that read text. */
export function llmsText(pages: readonly PublicPage[], origin: string): string {
  const [home, ...others] = pages
  const about = withLocale(baseLocale, () => home?.description() ?? '')
  const lists = locales.map((locale) =>
    withLocale(locale, () => {
      const lines = [...(home ? [home] : []), ...others].map(
        (page) => `- [${page.title()}](${origin}${localizePath(page.path, locale)}): ${page.description()}`,
      )
      return `## ${locale === 'pt' ? 'Português' : 'English'}\n\n${lines.join('\n')}`
    }),
  )
  return `# Duo\n\n> ${about}\n\n${lists.join('\n\n')}\n`
}
