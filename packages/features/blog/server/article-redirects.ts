import type { Db } from '@duo/db/index.ts'
import { isLocale, localizePath } from '@duo/platform/shared/locale.ts'
import { articlePath, resolveCanonical } from '../rules.ts'
import { type ArticleRow, listArticlesBySlug } from './article-queries.ts'

const articlePattern = /^(\/pt)?\/blog\/(?:(en|pt)\/)?([a-z0-9-]{1,150})$/

/** The articles with a slug: at most one per language. */
export interface PageArticle {
  slug: string
  rows: readonly ArticleRow[]
}

interface LocatedArticle {
  /** Null if the path is canonical or names no article. */
  redirectPath: string | null
  /** The rows read so far, so that the page need not read them again. */
  pageArticle?: PageArticle
}

/** Translated articles have their language in the path (`/blog/en/…`). English-only ones have none, but may be below `/pt`. */
export async function locateArticle(db: Db, path: string): Promise<LocatedArticle> {
  const [, prefix, languageSegment, slug] = articlePattern.exec(path) ?? []
  if (slug === undefined) return { redirectPath: null }
  const language = isLocale(languageSegment) ? languageSegment : null
  if (language === null && isLocale(slug)) return { redirectPath: localizePath('/blog', slug) }
  const requestedLanguage = language ?? (prefix ? 'pt' : null)
  const pageArticle = { slug, rows: await listArticlesBySlug(db, slug) }
  const canonical = resolveCanonical(pageArticle.rows, requestedLanguage)
  if (!canonical) return { redirectPath: null, pageArticle }
  const isPortuguese = prefix !== undefined || language === 'pt'
  const canonicalPath = localizePath(articlePath(canonical.slug, canonical.language), isPortuguese ? 'pt' : 'en')
  return { redirectPath: canonicalPath === path ? null : canonicalPath, pageArticle }
}
