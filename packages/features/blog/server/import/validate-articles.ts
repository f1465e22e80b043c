import { encodingFaults, type FieldFault, type FileFault, inLines } from '@duo/platform/server/files/file-faults.ts'
import { isLocale, type Locale } from '@duo/platform/shared/locale.ts'
import { articlePath, type BundledRules, wordsPerMinute } from '../../rules.ts'
import type { FrontMatter, ParsedFrontMatter } from './front-matter.ts'
import type { RenderedMarkdown } from './markdown.ts'
import type { ArticleFile } from './read-articles.ts'

export interface Draft {
  file: ArticleFile
  frontMatter: ParsedFrontMatter
  rendered: RenderedMarkdown
}

/** An article of the files, or a stored one that stays. */
export interface Member {
  language: Locale
  name: string
  slug: string
  id: number | undefined
  category: string | undefined
  date: string | undefined
  pair: string | null | undefined
}

const minuteMs = 60_000

export function validateArticle(draft: Draft, bundledRules: BundledRules | null): FileFault[] {
  const { file, frontMatter, rendered } = draft
  const { fields, linesAbove } = frontMatter
  const fieldFaults = [...validateFields(draft), ...(bundledRules ? validateBundledRules(fields, bundledRules) : [])]
  return [
    ...encodingFaults(file.source),
    ...frontMatter.faults,
    ...inLines(fieldFaults, frontMatter.lineOf, 'front matter'),
    ...(rendered.words === 0 ? [{ line: linesAbove + 1, what: 'body: is empty' }] : []),
    ...rendered.droppedNodes.map(({ what, line }) => ({
      line: linesAbove + line,
      what: `body: has ${what}, which is not shown`,
    })),
  ]
}

function validateFields({ file, frontMatter, rendered }: Draft): FieldFault[] {
  const { slug, date, readTime, publishedTime, modifiedTime } = frontMatter.fields
  const isUnpaired = file.language === 'pt' && toMember({ file, frontMatter }).pair === null
  const minutes = rendered.words / wordsPerMinute
  const checks: [field: keyof FrontMatter, isWrong: boolean, what: string][] = [
    ['slug', slug !== undefined && slug !== file.stem, `must be the file's name, ${file.stem}`],
    ['pair', isUnpaired, 'is missing; a Portuguese article names its English one'],
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
    ['publishedTime', Boolean(publishedTime && Date.parse(publishedTime) > Date.now() + minuteMs), 'must not be in the future'],
  ]
  return checks.flatMap(([field, isWrong, what]) => (isWrong ? [{ path: [field], what }] : []))
}

function validateBundledRules({ date, readTime }: Partial<FrontMatter>, rules: BundledRules): FieldFault[] {
  const { firstDate, lastDate, minMinutes, maxMinutes } = rules
  const faults: FieldFault[] = []
  if (date !== undefined && (date < firstDate || date > lastDate))
    faults.push({ path: ['date'], what: `must be from ${firstDate} to ${lastDate}` })
  if (readTime !== undefined && (readTime < minMinutes || readTime > maxMinutes))
    faults.push({ path: ['readTime'], what: `must be from ${minMinutes} to ${maxMinutes} minutes` })
  return faults
}

/** Checks the articles against each other and against the `remaining` stored ones, which links and pairs may target. */
export function validateCollection(drafts: readonly Draft[], remaining: readonly Member[]): Map<Draft, FileFault[]> {
  const members = drafts.map((draft) => ({ draft, member: toMember(draft) }))
  const all = [...remaining, ...members.map(({ member }) => member)]
  const bySlug = new Map(all.map((member) => [keyOf(member.language, member.slug), member]))
  const paths = new Set(all.flatMap(pathsOf))
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
          ? [{ path: ['id'], what: `${member.id} is already the id of ${first?.name}` }]
          : []),
        ...validatePair(member, bySlug),
        ...validateRemainingPair(member, remaining),
      ]
      return [draft, [...inLines(faults, draft.frontMatter.lineOf, 'front matter'), ...validateLinks(draft, paths)]]
    }),
  )
}

function toMember({
  file: { language, name, stem },
  frontMatter: { fields, complete, faults },
}: Omit<Draft, 'rendered'>): Member {
  const isPairValid = complete !== null || !faults.some(({ what }) => /^(?:pair|front matter):/.test(what))
  const { slug = stem, id, category, date, pair = isPairValid ? null : undefined } = fields
  return { language, name, slug, id, category, date, pair }
}

const keyOf = (language: Locale, name: string) => `${language}/${name}`
const otherLanguage = (language: Locale): Locale => (language === 'en' ? 'pt' : 'en')

function validatePair(member: Member, bySlug: ReadonlyMap<string, Member>): FieldFault[] {
  if (!member.pair) return []
  const pair = bySlug.get(keyOf(otherLanguage(member.language), member.pair))
  if (!pair) return [{ path: ['pair'], what: `there is no ${otherLanguage(member.language)}/${member.pair}.md` }]
  if (pair.pair === undefined) return []
  if (pair.pair !== member.slug)
    return [{ path: ['pair'], what: `${pair.name} points at ${pair.pair ?? 'no article'}, not back` }]
  return (['id', 'category', 'date'] as const)
    .filter((field) => pair[field] !== undefined && member[field] !== undefined && pair[field] !== member[field])
    .map((field) => ({ path: [field], what: `${pair.name} has ${pair[field]}; must match` }))
}

function validateRemainingPair(member: Member, remaining: readonly Member[]): FieldFault[] {
  const half = remaining.find(({ language, pair }) => language === otherLanguage(member.language) && pair === member.slug)
  if (!half || member.pair === undefined || member.pair === half.slug) return []
  return [{ path: ['pair'], what: `must be ${half.slug}, because ${half.name} names this article as its pair` }]
}

function pathsOf({ language, slug, pair }: Member): string[] {
  const [plainPath, languagePath] = [articlePath(slug, null), articlePath(slug, language)]
  if (pair === undefined) return [plainPath, `/pt${plainPath}`, languagePath]
  return pair === null ? [plainPath, `/pt${plainPath}`] : [languagePath]
}

function validateLinks({ file, frontMatter: { linesAbove }, rendered }: Draft, paths: ReadonlySet<string>): FileFault[] {
  return rendered.links.flatMap(({ href, line }) => {
    const fault = findLinkFault(href, file.language, rendered.ids, paths)
    return fault === null ? [] : [{ line: linesAbove + line, what: `body: the link to ${href} ${fault}` }]
  })
}

function findLinkFault(link: string, language: Locale, ids: readonly string[], paths: ReadonlySet<string>): string | null {
  if (link.startsWith('#')) return ids.includes(decodePercent(link.slice(1))) ? null : 'points at nothing in the article'
  if (/^(?:https?:\/\/|mailto:)/.test(link)) return null
  if (!/^\/(?!\/)/.test(link)) return 'is not an address: start it with / or https://'
  const path = link.replace(/[?#].*$/, '')
  const article = /^(?:\/pt)?\/blog\/(?:(en|pt)\/)?[^/]+$/.exec(path)
  if (article) {
    if (!paths.has(path)) return 'leads to no article'
    return isLocale(article[1]) && article[1] !== language ? 'leads to an article in the other language' : null
  }
  return /^\/pt(?:\/|$)/.test(path) === (language === 'pt') ? null : 'leads to a page in the other language'
}

function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
