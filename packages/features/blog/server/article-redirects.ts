import type { Db } from '@duo/db/index.ts'
import { isLocale, localizePath } from '@duo/platform/shared/locale.ts'
import { articlePath, resolveCanonical } from '../rules.ts'
import { listBySlug } from './article-queries.ts'

const articlePattern = /^(\/pt)?\/blog\/(?:(en|pt)\/)?([a-z0-9-]{1,150})$/

/**
 * Where the article really is that a path asks for: a pair under its language, in the language that the path names; an English-only
 * one without a language, under /pt when Portuguese was asked for. Null when the path is right, no article's, or nobody's.
 */
export async function findRedirect(db: Db, path: string): Promise<string | null> {
  const [, prefix, languageSegment, slug] = articlePattern.exec(path) ?? []
  if (slug === undefined) return null
  const language = isLocale(languageSegment) ? languageSegment : null
  // an index with its language in the article's way
  if (language === null && isLocale(slug)) return localizePath('/blog', slug)
  const requestedLanguage = language ?? (prefix ? 'pt' : null)
  const canonical = resolveCanonical(await listBySlug(db, slug), requestedLanguage)
  if (!canonical) return null
  const isPortuguese = prefix !== undefined || language === 'pt'
  const canonicalPath = localizePath(articlePath(canonical.slug, canonical.language), isPortuguese ? 'pt' : 'en')
  return canonicalPath === path ? null : canonicalPath
}
