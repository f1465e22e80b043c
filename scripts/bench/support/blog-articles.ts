import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const bundledFolder = join(import.meta.dirname, '../../../db/seeds/articles/en')
const categories = ['trends', 'innovation', 'business', 'no-code', 'monetization', 'guides', 'ethics', 'tutorial', 'strategy']
const paragraphsEach = 20

/** Writes articles from bundled paragraphs, so word frequencies are realistic. One in a thousand contains `quokka`. */
export async function writeArticles(folder: string, count: number): Promise<void> {
  const paragraphs = await bundledParagraphs()
  await mkdir(join(folder, 'en'), { recursive: true })
  for (let id = 1; id <= count; id++) await writeFile(join(folder, 'en', `article-${id}.md`), articleText(id, paragraphs))
}

function articleText(id: number, paragraphs: string[]): string {
  const paragraph = (n: number) => paragraphs[(id * 7 + n) % paragraphs.length] ?? ''
  const body = [...(id % 1000 === 0 ? ['A quokka.'] : []), ...Array.from({ length: paragraphsEach }, (_, n) => paragraph(n))]
  const published = new Date(Date.UTC(2025, 6, 22) - id * 3 * 3_600_000).toISOString()
  const fields = {
    // bundled articles have lower ids
    id: 1_000_000 + id,
    title: paragraph(0).slice(0, 70),
    excerpt: paragraph(1).slice(0, 150),
    author: 'Duo',
    date: published.slice(0, 10),
    readTime: Math.round(body.join(' ').split(/\s+/).length / 200),
    category: categories[id % categories.length],
    image: '/blog/images/goduoai-revolution',
    slug: `article-${id}`,
    keywords: ['AI agents', `keyword ${id % 500}`],
    publishedTime: published,
    modifiedTime: published,
    figure: 'Two shapes.',
  }
  const lines = Object.entries(fields).map(([key, value]) => `${key}: ${JSON.stringify(value)}`)
  return `---\n${lines.join('\n')}\n---\n${body.join('\n\n')}\n`
}

/** Those without Markdown, because titles and excerpts are cut from them. */
async function bundledParagraphs(): Promise<string[]> {
  const files = await readdir(bundledFolder)
  const texts = await Promise.all(files.map((file) => readFile(join(bundledFolder, file), 'utf8')))
  return texts
    .flatMap((text) => text.split('\n---\n').slice(1).join('').split('\n\n'))
    .map((paragraph) => paragraph.replace(/\s+/g, ' '))
    .filter((paragraph) => /^\p{L}[^[\]<>*_`#|@]{80,}$/u.test(paragraph))
}
