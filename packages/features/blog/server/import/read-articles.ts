import { join } from 'node:path'
import { fingerprintOf } from '@duo/platform/server/files/content-version.ts'
import { listFiles, readText } from '@duo/platform/server/files/text-file.ts'
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
  const files: ArticleFile[] = []
  for (const name of await listFiles(join(folder, language), '.md'))
    files.push({
      language,
      name: `${language}/${name}`,
      stem: name.slice(0, -'.md'.length),
      source: await readText(join(folder, language, name)),
    })
  return files
}

export const fingerprint = (files: readonly ArticleFile[]) => fingerprintOf(rendererVersion, files)
