import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { readText } from '@duo/platform/server/files/text-file.ts'
import { type Locale, locales } from '@duo/platform/shared/locale.ts'

/** Raise it when the same Markdown comes out as other HTML: a start seeds the articles again then. */
const rendererVersion = 1

/** One article as it lies in a folder. */
export interface ArticleFile {
  language: Locale
  /** `en/goduoai-revolution.md`, to be told to whoever wrote it. */
  name: string
  /** The file's name without `.md`, which the article's slug must be. */
  stem: string
  source: string
}

/** The Markdown files below `en/` and `pt/`, in the order of their names. A folder that is not there holds none. */
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

/** The same for the same files, rendered by the same code. */
export function fingerprint(files: readonly ArticleFile[]): string {
  const hash = createHash('sha256').update(String(rendererVersion))
  for (const { name, source } of files) hash.update(`\0${name}\0${source}`)
  return hash.digest('base64url')
}
