import type { Db } from '@duo/db/index.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { withLocale } from '@duo/platform/i18n/server.ts'
import { intlLocale, type Locale, localizePath } from '@duo/platform/shared/locale.ts'
import { Feed } from 'feed'
import { articlePath, imagePath, teamAuthor } from '../rules.ts'
import { feedPath } from '../structured-data.ts'
import { listNewestTexts } from './article-queries.ts'

const maxItems = 30

type Row = Awaited<ReturnType<typeof listNewestTexts>>[number]

/** Returns RSS 2.0 with the full text of the newest articles in a language. */
export async function blogFeed(db: Db, language: Locale, origin: string): Promise<string> {
  const rows = await listNewestTexts(db, language, maxItems)
  return withLocale(language, () => {
    const feed = new Feed({
      title: m.blog_page_title(),
      description: m.blog_page_description(),
      link: origin + localizePath('/blog', language),
      language: intlLocale(language).toLowerCase(),
      feedLinks: { rss: origin + feedPath(language) },
      updated: latest(rows),
      generator: false,
    })
    for (const row of rows) feed.addItem(itemOf(row, origin))
    return feed.rss2()
  })
}

/** Must not vary between requests, because feed readers compare it. */
const latest = (rows: readonly Row[]) => new Date(Math.max(0, ...rows.map(({ modifiedTime }) => modifiedTime.getTime())))

function itemOf(row: Row, origin: string) {
  const link = origin + articlePath(row.slug, row.isUntranslated ? null : row.language)
  const author = row.author === teamAuthor ? m.blog_author_team() : row.author
  return {
    title: row.title,
    link,
    description: escapeXml(row.excerpt),
    content: picture(row, origin) + absolute(row.html, origin, link),
    date: row.publishedTime,
    category: row.keywords.map((name) => ({ name })),
    // the author element of RSS must be an e-mail address
    extensions: [{ name: 'dc:creator', objects: { _text: author } }],
  }
}

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

const picture = ({ image, figure }: Row, origin: string) =>
  `<p><img src="${origin}${imagePath(image, 1200, 'png')}" alt="${escapeXml(figure)}" width="1200" height="675"></p>`

function absolute(html: string, origin: string, link: string): string {
  return html
    .replace(/(<(?:a|img)\b[^>]*?\s(?:href|src)=")(?=\/)/g, `$1${origin}`)
    .replace(/(<a\b[^>]*?\shref=")(?=#)/g, `$1${link}`)
    .replace(/<div class="table-scroll"[^>]*>/g, '<div>')
}
