/** Months, days of the week, currencies and percentages in both languages, as one word each. Words with another common meaning are left out. */
const measures: readonly (readonly [string, RegExp])[] = [
  ['month 1', /\b(?:january|janeiro)\b/iu],
  ['month 2', /\b(?:february|fevereiro)\b/iu],
  ['month 3', /\bmarch\b|março/iu],
  ['month 4', /\b(?:april|abril)\b/iu],
  ['month 5', /\bMay\b(?= \d)|\bmaio\b/u],
  ['month 6', /\b(?:june|junho)\b/iu],
  ['month 7', /\b(?:july|julho)\b/iu],
  ['month 8', /\b(?:august|agosto)\b/iu],
  ['month 9', /\b(?:september|setembro)\b/iu],
  ['month 10', /\b(?:october|outubro)\b/iu],
  ['month 11', /\b(?:november|novembro)\b/iu],
  ['month 12', /\b(?:december|dezembro)\b/iu],
  ['day 1', /\bmondays?\b|\bsegundas?-feiras?\b/iu],
  ['day 2', /\btuesdays?\b|terças?-feiras?\b/iu],
  ['day 3', /\bwednesdays?\b|\bquartas?-feiras?\b/iu],
  ['day 4', /\bthursdays?\b|\bquintas?-feiras?\b/iu],
  ['day 5', /\bfridays?\b|\bsextas?-feiras?\b/iu],
  ['day 6', /\bsaturdays?\b|sábados?\b/iu],
  ['day 7', /\bsundays?\b|\bdomingos?\b/iu],
  ['real', /R\$|\breais\b/u],
  ['dollar', /(?<!R)\$|\bdollars?\b|dólar(?:es)?\b/iu],
  ['euro', /€|\beuros?\b/iu],
  ['pound', /£/u],
  ['percent', /%|\bper ?cent\b|\bpor cento\b/iu],
]

/** Returns the months, days and units that a text names. */
export const measuresOf = (text: string): Set<string> =>
  new Set(measures.flatMap(([name, pattern]) => (pattern.test(text) ? name : [])))
