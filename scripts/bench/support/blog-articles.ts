import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const bundledFolder = join(import.meta.dirname, '../../../db/seeds/articles')
const categories = ['trends', 'innovation', 'business', 'no-code', 'monetization', 'guides', 'ethics', 'tutorial', 'strategy']
const wordsEach = 900
const day = 86_400_000

/** Writes articles from shuffled bundled paragraphs, so word frequencies are realistic. One in a thousand contains `quokka`. */
export async function writeArticles(folder: string, count: number): Promise<void> {
  const paragraphs = { en: await paragraphsOf('en'), pt: await paragraphsOf('pt') }
  await Promise.all(['en', 'pt'].map((language) => mkdir(join(folder, language), { recursive: true })))
  const random = sequence(7)
  for (let made = 0, id = 1; made < count; id++) {
    const paired = id % 2 === 0 && made + 2 <= count
    const category = categories[id % categories.length] ?? 'guides'
    const write = (language: 'en' | 'pt', slug: string, pair: string | null) =>
      writeFile(
        join(folder, language, `${slug}.md`),
        text({ id, language, slug, pair, category, from: paragraphs[language], random }),
      )
    await write('en', `article-${id}`, paired ? `artigo-${id}` : null)
    if (paired) await write('pt', `artigo-${id}`, `article-${id}`)
    made += paired ? 2 : 1
  }
}

interface Made {
  id: number
  language: 'en' | 'pt'
  slug: string
  pair: string | null
  category: string
  from: string[]
  random: () => number
}

function text({ id, language, slug, pair, category, from, random }: Made): string {
  const pick = () => from[Math.floor(random() * from.length)] ?? ''
  const body: string[] = id % 1000 === 0 ? ['A quokka.'] : []
  let words = 0
  while (words < wordsEach) {
    const paragraph = pick()
    body.push(...(body.length % 5 === 4 ? [`## ${paragraph.slice(0, 40)}`] : []), paragraph)
    words += paragraph.split(/\s+/).length
  }
  const date = new Date(Date.UTC(2025, 6, 22) - id * 3 * 3_600_000 - (id % 7) * day).toISOString()
  const fields = {
    id,
    title: pick().slice(0, 70),
    excerpt: pick().slice(0, 150),
    author: 'Duo',
    date: date.slice(0, 10),
    readTime: Math.round(words / 200),
    category,
    image: '/blog/images/goduoai-revolution',
    slug,
    keywords: [language === 'pt' ? 'agentes de IA' : 'AI agents', `keyword ${id % 500}`],
    publishedTime: date,
    modifiedTime: date,
    ...(pair === null ? {} : { pair }),
    figure: 'Two shapes.',
  }
  const lines = Object.entries(fields).map(([key, value]) => `${key}: ${JSON.stringify(value)}`)
  return `---\n${lines.join('\n')}\n---\n${body.join('\n\n')}\n`
}

async function paragraphsOf(language: 'en' | 'pt'): Promise<string[]> {
  const files = await readdir(join(bundledFolder, language))
  const texts = await Promise.all(files.map((file) => readFile(join(bundledFolder, language, file), 'utf8')))
  return texts
    .flatMap((one) => one.split('\n---\n').slice(1).join('').split('\n\n'))
    .filter((paragraph) => /^\p{L}/u.test(paragraph))
    .map((paragraph) =>
      paragraph
        .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
        .replace(/[<>*_`#|]|https?:\S+|\S+@\S+/g, '')
        .replace(/\s+/g, ' '),
    )
    .filter((paragraph) => paragraph.length > 80)
}

function sequence(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}
