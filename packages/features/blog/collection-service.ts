import { isLocale, type Locale } from '@duo/platform/shared/locale.ts'
import type { ArticleFile } from './folder-service.ts'
import type { Rendered } from './markdown-service.ts'
import type { FrontMatter } from './matter-service.ts'
import { articlePath, type HouseRules, wordsPerMinute } from './rules.ts'

/** An article on its way into the database. */
export interface Draft {
  file: ArticleFile
  fields: FrontMatter
  rendered: Rendered
}

const minute = 60_000

/** What is wrong with one article by itself: `<field>: <what>`. */
export function faultsOf({ file, fields, rendered }: Draft, house: HouseRules | null): string[] {
  const { slug, date, readTime, publishedTime, modifiedTime, pair } = fields
  const minutes = rendered.words / wordsPerMinute
  const faults: (string | false)[] = [
    slug !== file.stem && `slug: must be the file's name, ${file.stem}`,
    file.language === 'pt' && !pair && 'pair: is missing; a Portuguese article names its English one',
    Math.abs(minutes - readTime) > 1 && `readTime: the text has ${rendered.words} words, which is ${Math.round(minutes)} minutes`,
    !publishedTime.startsWith(date) && 'publishedTime: must be on the day of date',
    Date.parse(modifiedTime) < Date.parse(publishedTime) && 'modifiedTime: must not be before publishedTime',
    Date.parse(publishedTime) > Date.now() + minute && 'publishedTime: must not be in the future',
    rendered.words === 0 && 'body: is empty',
  ]
  return [
    ...faults.filter((fault) => fault !== false),
    ...rendered.dropped.map((what) => `body: has ${what}, which is not shown`),
    ...(house ? againstTheHouse(fields, house) : []),
  ]
}

function againstTheHouse({ date, readTime }: FrontMatter, { firstDate, lastDate, shortest, longest }: HouseRules): string[] {
  return [
    ...(date < firstDate || date > lastDate ? [`date: must be from ${firstDate} to ${lastDate}`] : []),
    ...(readTime < shortest || readTime > longest ? [`readTime: must be from ${shortest} to ${longest} minutes`] : []),
  ]
}

/** What is wrong with the articles as a collection, each with the file to look into: `<file>: <field>: <what>`. */
export function faultsBetween(drafts: readonly Draft[]): string[] {
  const bySlug = new Map(drafts.map((draft) => [keyOf(draft.file.language, draft.fields.slug), draft]))
  const byId = new Map<string, Draft>()
  const paths = new Set(drafts.flatMap(addressesOf))
  return drafts.flatMap((draft) => {
    const id = keyOf(draft.file.language, String(draft.fields.id))
    const other = byId.get(id)
    byId.set(id, draft)
    const faults = [
      ...(other ? [`id: ${draft.fields.id} is that of ${other.file.name}`] : []),
      ...pairFaults(draft, bySlug),
      ...linkFaults(draft, paths),
    ]
    return faults.map((fault) => `${draft.file.name}: ${fault}`)
  })
}

const keyOf = (language: Locale, name: string) => `${language}/${name}`
export const otherLanguage = (language: Locale): Locale => (language === 'en' ? 'pt' : 'en')

function pairFaults({ file, fields }: Draft, bySlug: ReadonlyMap<string, Draft>): string[] {
  if (!fields.pair) return []
  const pair = bySlug.get(keyOf(otherLanguage(file.language), fields.pair))
  if (!pair) return [`pair: there is no ${otherLanguage(file.language)}/${fields.pair}.md`]
  if (pair.fields.pair !== fields.slug) return [`pair: ${pair.file.name} points at ${pair.fields.pair ?? 'no article'}, not back`]
  return (['id', 'category', 'date'] as const)
    .filter((field) => pair.fields[field] !== fields[field])
    .map((field) => `${field}: ${pair.file.name} has ${pair.fields[field]}, a pair shares it`)
}

/** Where an article is reached: the lone ones in either language of the interface. */
function addressesOf({ file, fields }: Draft): string[] {
  const path = articlePath(fields.slug, fields.pair ? file.language : null)
  return fields.pair ? [path] : [path, `/pt${path}`]
}

function linkFaults({ file, rendered }: Draft, paths: ReadonlySet<string>): string[] {
  return rendered.links.flatMap((link) => {
    const fault = linkFault(link, file.language, rendered.ids, paths)
    return fault === null ? [] : [`body: the link to ${link} ${fault}`]
  })
}

/** Links that leave are the author's business; ours lead to an article, or to a page in the article's language. */
function linkFault(link: string, language: Locale, ids: readonly string[], paths: ReadonlySet<string>): string | null {
  if (link.startsWith('#')) return ids.includes(decodeURIComponent(link.slice(1))) ? null : 'points at nothing in the article'
  if (/^(?:https?:\/\/|mailto:)/.test(link)) return null
  if (!/^\/(?!\/)/.test(link)) return 'is no address: start it with / or https://'
  const path = link.replace(/[?#].*$/, '')
  const article = /^(?:\/pt)?\/blog\/(?:(en|pt)\/)?[^/]+$/.exec(path)
  if (article) {
    if (!paths.has(path)) return 'leads to no article'
    return isLocale(article[1]) && article[1] !== language ? 'leads to an article in the other language' : null
  }
  return /^\/pt(?:\/|$)/.test(path) === (language === 'pt') ? null : 'leads to a page in the other language'
}
