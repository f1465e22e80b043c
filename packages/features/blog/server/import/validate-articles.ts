import { encodingFaults, type FieldFault, type FileFault, inLines } from '@duo/platform/server/files/file-faults.ts'
import { isLocale, type Locale } from '@duo/platform/shared/locale.ts'
import { articlePath, type HouseRules, wordsPerMinute } from '../../rules.ts'
import type { FrontMatter, Matter } from './front-matter.ts'
import type { Rendered } from './markdown.ts'
import type { ArticleFile } from './read-articles.ts'

/** An article on its way into the database; it may have faults. */
export interface Draft {
  file: ArticleFile
  matter: Matter
  rendered: Rendered
}

/** What articles are compared by: those of files, and those of the database that stay there. */
export interface Member {
  language: Locale
  /** The file's name, or what an article of the database is called. */
  name: string
  slug: string
  /** These are undefined where the front matter is wrong about them. */
  id: number | undefined
  category: string | undefined
  date: string | undefined
  /** The slug of its other half; null without one. */
  pair: string | null | undefined
}

const minute = 60_000

/** Returns everything that is wrong with one article by itself. */
export function faultsOf(draft: Draft, house: HouseRules | null): FileFault[] {
  const { file, matter, rendered } = draft
  const { fields, linesAbove } = matter
  const ofFields = [...faultsOfFields(draft), ...(house ? againstTheHouse(fields, house) : [])]
  return [
    ...encodingFaults(file.source),
    ...matter.faults,
    ...inLines(ofFields, matter.lineOf, 'front matter'),
    ...(rendered.words === 0 ? [{ line: linesAbove + 1, what: 'body: is empty' }] : []),
    ...rendered.dropped.map(({ what, line }) => ({ line: linesAbove + line, what: `body: has ${what}, which is not shown` })),
  ]
}

function faultsOfFields({ file, matter, rendered }: Draft): FieldFault[] {
  const { slug, date, readTime, publishedTime, modifiedTime } = matter.fields
  const alone = file.language === 'pt' && memberOf({ file, matter }).pair === null
  const minutes = rendered.words / wordsPerMinute
  const found: [field: keyof FrontMatter, isWrong: boolean, what: string][] = [
    ['slug', slug !== undefined && slug !== file.stem, `must be the file's name, ${file.stem}`],
    ['pair', alone, 'is missing; a Portuguese article names its English one'],
    [
      'readTime',
      readTime !== undefined && Math.abs(minutes - readTime) > 1,
      `the text has ${rendered.words} words, which is ${Math.round(minutes)} minutes`,
    ],
    ['publishedTime', Boolean(publishedTime && date && !publishedTime.startsWith(date)), 'must be on the day of date'],
    [
      'modifiedTime',
      Boolean(modifiedTime && publishedTime && Date.parse(modifiedTime) < Date.parse(publishedTime)),
      'must not be before publishedTime',
    ],
    ['publishedTime', Boolean(publishedTime && Date.parse(publishedTime) > Date.now() + minute), 'must not be in the future'],
  ]
  return found.flatMap(([field, isWrong, what]) => (isWrong ? [{ path: [field], what }] : []))
}

function againstTheHouse({ date, readTime }: Partial<FrontMatter>, rules: HouseRules): FieldFault[] {
  const { firstDate, lastDate, shortest, longest } = rules
  const faults: FieldFault[] = []
  if (date !== undefined && (date < firstDate || date > lastDate))
    faults.push({ path: ['date'], what: `must be from ${firstDate} to ${lastDate}` })
  if (readTime !== undefined && (readTime < shortest || readTime > longest))
    faults.push({ path: ['readTime'], what: `must be from ${shortest} to ${longest} minutes` })
  return faults
}

/**
 * Returns what is wrong with files as parts of a collection. `staying` are the articles of the database that stay beside them: links
 * and pairs may lead there, and ids must differ.
 */
export function faultsBetween(drafts: readonly Draft[], staying: readonly Member[]): Map<Draft, FileFault[]> {
  const members = drafts.map((draft) => ({ draft, member: memberOf(draft) }))
  const all = [...staying, ...members.map(({ member }) => member)]
  const bySlug = new Map(all.map((member) => [keyOf(member.language, member.slug), member]))
  const paths = new Set(all.flatMap(addressesOf))
  const byId = new Map<string, Member>()
  for (const member of all) {
    const key = keyOf(member.language, String(member.id))
    if (!byId.has(key)) byId.set(key, member)
  }
  return new Map(
    members.map(({ draft, member }) => {
      const first = byId.get(keyOf(member.language, String(member.id)))
      const faults = [
        ...(member.id !== undefined && first !== member
          ? [{ path: ['id'], what: `${member.id} is that of ${first?.name}` }]
          : []),
        ...pairFaults(member, bySlug),
        ...staysNamed(member, staying),
      ]
      return [draft, [...inLines(faults, draft.matter.lineOf, 'front matter'), ...linkFaults(draft, paths)]]
    }),
  )
}

function memberOf({ file: { language, name, stem }, matter: { fields, complete, faults } }: Omit<Draft, 'rendered'>): Member {
  const isPairKnown = complete !== null || !faults.some(({ what }) => /^(?:pair|front matter):/.test(what))
  const { slug = stem, id, category, date, pair = isPairKnown ? null : undefined } = fields
  return { language, name, slug, id, category, date, pair }
}

const keyOf = (language: Locale, name: string) => `${language}/${name}`
const otherLanguage = (language: Locale): Locale => (language === 'en' ? 'pt' : 'en')

function pairFaults(member: Member, bySlug: ReadonlyMap<string, Member>): FieldFault[] {
  if (!member.pair) return []
  const pair = bySlug.get(keyOf(otherLanguage(member.language), member.pair))
  if (!pair) return [{ path: ['pair'], what: `there is no ${otherLanguage(member.language)}/${member.pair}.md` }]
  if (pair.pair === undefined) return []
  if (pair.pair !== member.slug)
    return [{ path: ['pair'], what: `${pair.name} points at ${pair.pair ?? 'no article'}, not back` }]
  return (['id', 'category', 'date'] as const)
    .filter((field) => pair[field] !== undefined && member[field] !== undefined && pair[field] !== member[field])
    .map((field) => ({ path: [field], what: `${pair.name} has ${pair[field]}, a pair shares it` }))
}

/** An article of the database that stays keeps the other half that it names. */
function staysNamed(member: Member, staying: readonly Member[]): FieldFault[] {
  const half = staying.find(({ language, pair }) => language === otherLanguage(member.language) && pair === member.slug)
  if (!half || member.pair === undefined || member.pair === half.slug) return []
  return [{ path: ['pair'], what: `must be ${half.slug}, because ${half.name} names this article as its other half` }]
}

/** Where an article is reached: the lone ones in either language of the interface. */
function addressesOf({ language, slug, pair }: Member): string[] {
  const [lone, own] = [articlePath(slug, null), articlePath(slug, language)]
  if (pair === undefined) return [lone, `/pt${lone}`, own]
  return pair === null ? [lone, `/pt${lone}`] : [own]
}

function linkFaults({ file, matter: { linesAbove }, rendered }: Draft, paths: ReadonlySet<string>): FileFault[] {
  return rendered.links.flatMap(({ href, line }) => {
    const fault = linkFault(href, file.language, rendered.ids, paths)
    return fault === null ? [] : [{ line: linesAbove + line, what: `body: the link to ${href} ${fault}` }]
  })
}

/** Links that leave are the author's business; ours lead to an article, or to a page in the article's language. */
function linkFault(link: string, language: Locale, ids: readonly string[], paths: ReadonlySet<string>): string | null {
  if (link.startsWith('#')) return ids.includes(decoded(link.slice(1))) ? null : 'points at nothing in the article'
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

/** An address may hold a % that encodes nothing. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
