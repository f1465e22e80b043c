import type { Line } from './page-lines.ts'

const leaders = /(?:[.·…]\s?){4,}/
const endsWithPage = /\s(?:\d{1,4}|[ivxlc]{1,6})$/
/** "apt-get, 12, 34–36" */
const indexEntry = /,\s*\d{1,4}(?:\s*[-–]\s*\d{1,4})?(?:,\s*\d{1,4}(?:\s*[-–]\s*\d{1,4})?)*$/
const contentsTitle =
  /^(?:table of contents|contents|list of (?:tables|figures)|index|sum[áa]rio|[íi]ndice(?: remissivo| geral)?|conte[úu]do|lista de (?:tabelas|figuras|ilustrações))$/i

/** Of a page of contents; its other lines are halves of long titles. */
const mostlyContents = 0.35

/** Without tables of contents, lists of figures and indexes, which name everything and say nothing. */
export function withoutContents(lines: Line[]): Line[] {
  const entries = lines.filter(({ text }) => leaders.test(text))
  if (entries.length >= 3 && entries.length >= lines.length * mostlyContents) return []
  if (isPlainContents(lines) || isIndex(lines)) return []
  const kept = lines.filter(({ text, isCode }) => isCode || !(leaders.test(text) && endsWithPage.test(text)))
  return kept.length === lines.length ? lines : kept.filter(({ text }) => !contentsTitle.test(text))
}

/** Contents without dots: nearly each line ends with a page, and the pages rise. */
function isPlainContents(lines: Line[]): boolean {
  const pages = lines.flatMap(({ text }) => {
    const page = /\s(\d{1,4})$/.exec(text)?.[1]
    return page === undefined ? [] : [Number(page)]
  })
  if (pages.length < 8 || pages.length < lines.length * 0.6) return false
  const rising = pages.filter((page, place) => place === 0 || page >= (pages[place - 1] ?? 0)).length
  return rising >= pages.length * 0.9
}

function isIndex(lines: Line[]): boolean {
  const entries = lines.filter(({ text }) => indexEntry.test(text) && text.length < 80)
  return entries.length >= 10 && entries.length >= lines.length * 0.5
}
