import type { Db } from '@duo/db/index.ts'
import { isLocale, localizePath } from '@duo/platform/shared/locale.ts'
import { articlePath, articlePlace } from '../rules.ts'
import { knownBySlug } from './article-queries.ts'

const address = /^(\/pt)?\/blog\/(?:(en|pt)\/)?([a-z0-9-]{1,150})$/

/**
 * Where the article really is that a path asks for: a pair under its language, in the language that the path names; an English-only
 * one without a language, under /pt when Portuguese was asked for. Null when the path is right, no article's, or nobody's.
 */
export async function movedAddress(db: Db, path: string): Promise<string | null> {
  const [, prefix, named, slug] = address.exec(path) ?? []
  if (slug === undefined) return null
  const language = isLocale(named) ? named : null
  // an index with its language in the article's way
  if (language === null && isLocale(slug)) return localizePath('/blog', slug)
  const wanted = language ?? (prefix ? 'pt' : null)
  const place = articlePlace(await knownBySlug(db, slug), wanted)
  if (!place) return null
  const portuguese = prefix !== undefined || language === 'pt'
  const right = localizePath(articlePath(place.slug, place.language), portuguese ? 'pt' : 'en')
  return right === path ? null : right
}
