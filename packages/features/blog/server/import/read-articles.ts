import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { readText } from '@duo/platform/server/files/text-file.ts'
import { type Locale, locales } from '@duo/platform/shared/locale.ts'

/** Raise it when the same Markdown renders to different HTML: the server then seeds again on start. */
const rendererVersion = 1

export interface ArticleFile {
  language: Locale
  name: string
  /** File name without `.md`; must equal the article's slug. */
  stem: string
  source: string
}

/** Reads the Markdown files below `en/` and `pt/`, sorted by name. A missing folder counts as empty. */
export async function readArticles(folder: string): Promise<ArticleFile[]> {
  const perLanguage = await Promise.all(locales.map(async (language) => readLanguage(folder, language)))
  return perLanguage.flat()
}

async function readLanguage(folder: string, language: Locale): Promise<ArticleFile[]> {
  const names = await readdir(join(folder, language)).catch(emptyIfMissing)
  const files: ArticleFile[] = []
  for (const name of names.filter((one) => one.endsWith('.md')).sort())
    files.push({
      language,
      name: `${language}/${name}`,
      stem: name.slice(0, -'.md'.length),
      source: await readText(join(folder, language, name)),
    })
  return files
}

function emptyIfMissing(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return []
  throw error
}

export function fingerprint(files: readonly ArticleFile[]): string {
  const hash = createHash('sha256').update(String(rendererVersion))
  for (const { name, source } of files) hash.update(`\0${name}\0${source}`)
  return hash.digest('base64url')
}
