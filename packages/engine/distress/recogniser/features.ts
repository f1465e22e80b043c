import concepts from './concepts.json' with { type: 'json' }

/** Longer words are cut, which ignores most endings and typos. */
const stemLength = 6
const pieceLength = 4
/** In words; two concepts farther apart count as a pair without order only. */
const nearby = 5
/** Of the concepts that are paired, which bounds the work for a long text. */
const maxPaired = 14

const isStart = (word: string) => word.endsWith('*')
const entries = Object.entries(concepts).flatMap(([concept, words]) => words.split(' ').map((word) => [word, concept] as const))
const byWord = Map.groupBy(
  entries.filter(([word]) => !isStart(word)),
  ([word]) => word,
)
const byStart = entries.filter(([word]) => isStart(word)).map(([word, concept]) => [word.slice(0, -1), concept] as const)

/** Keeps an age below 18 apart from other numbers. */
const numberOf = (digits: string) => (Number(digits) > 4 && Number(digits) < 18 ? '#minor' : '#')

/** The same concepts in both languages, so that what is learnt in one helps the other. */
export function conceptsOf(word: string): string[] {
  if (/^\d/.test(word)) return [numberOf(word)]
  const known = byWord.get(word) ?? byStart.filter(([start]) => word.startsWith(start))
  return known.map(([, concept]) => concept)
}

/**
 * Returns what the recogniser sees of a text: words, pairs, pairs with a gap, pieces of words, concepts and pairs of concepts. The squares
 * of the weights sum to 1. A text of many words therefore needs more evidence than a short one.
 */
export function featuresOf(text: string): Map<string, number> {
  const words = plain(text).match(/[a-z]+|\d+|[?!]/g) ?? []
  const features = new Map([...wordFeatures(words), ...conceptFeatures(words)])
  const length = Math.hypot(...features.values())
  return new Map([...features].map(([name, weight]) => [name, weight / length]))
}

function wordFeatures(words: readonly string[]): Map<string, number> {
  const stems = ['^', ...words.map((word) => (/^\d/.test(word) ? numberOf(word) : word.slice(0, stemLength))), '$']
  const features = new Map<string, number>()
  stems.forEach((stem, index) => {
    const [next, afterNext] = [stems[index + 1], stems[index + 2]]
    if (stem !== '^' && stem !== '$') features.set(stem, 1)
    if (next !== undefined) features.set(`${stem} ${next}`, 1)
    if (afterNext !== undefined) features.set(`${stem} _ ${afterNext}`, 1)
  })
  for (const word of words) for (const piece of piecesOf(` ${word} `)) features.set(`${piece}-`, 0.5)
  return features
}

function conceptFeatures(words: readonly string[]): Map<string, number> {
  const features = new Map<string, number>()
  const found = words.flatMap((word, place) => conceptsOf(word).map((concept) => ({ concept, place })))
  found.forEach(({ concept, place }, index) => {
    features.set(`:${concept}`, 1)
    for (const later of found.slice(index + 1, index + maxPaired)) {
      if (later.place === place) continue
      if (later.place - place <= nearby) features.set(`:${concept}>${later.concept}`, 1)
      if (later.concept !== concept) features.set(`:${[concept, later.concept].toSorted().join('&')}`, 0.5)
    }
  })
  return features
}

const counted =
  /\b\d+(?= (?:hours?|patients?|pupils?|students?|class(?:es)?|clients?|customers?|people|shifts?|employees|horas?|pacientes?|alun[oa]s?|turmas?|clientes?|pessoas|plant(?:ao|oes)|turnos?|funcionarios)\b)/g

const leet: Record<string, string> = { '1': 'i', '0': 'o', '3': 'e', '4': 'a', '5': 's', '@': 'a', $: 's' }

const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}|[’'`´]/gu, '')
    .toLowerCase()
    .replace(/(?<=[a-z])[0134-5@$](?=[a-z])/g, (sign) => leet[sign] ?? sign)
    .replace(/([a-z])\1{2,}/g, '$1')
    // how Portuguese is typed: "n sei", "ñ quero"; alone, the letter stood only in examples of distress
    .replace(/(?<![a-z\d])n(?![a-z\d])/g, 'nao')
    // 14 patients are no age, “burnt out” is no injury, and why the agent thinks something is not about its writer
    .replace(counted, 'many')
    .replace(/\bburn(?:t|ed|ing)?[ -]?out\b/g, 'tired')
    .replace(/^(?:(?:e|mas) )?(?:pq|porque|por que) (?:vc|voce) acha (?:q|que) /, '')

const piecesOf = (word: string) =>
  Array.from({ length: Math.max(0, word.length - pieceLength + 1) }, (_, at) => word.slice(at, at + pieceLength))
