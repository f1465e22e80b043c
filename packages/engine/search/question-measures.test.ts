import { expect, test } from 'vitest'
import { minUsed, rankTexts } from './rank-passages.ts'
import { parseQuery } from './search-query.ts'

const text = (text: string) => ({ text, headings: [], question: null })
const bread = [
  text('I bake in a closed pot at 240 degrees for 25 minutes, then I take the lid off.'),
  text('I feed my starter once a day with equal weights of flour and water.'),
  text('Para a horta, rego as mudas de tomate a cada dois dias, sempre de manhã, por dez minutos.'),
  text('O composto precisa chegar a 60 graus para matar as sementes de mato.'),
]

/** As the search does: each word with the passages that have it. */
function ask(question: string) {
  const query = parseQuery(question)
  const hold = (stem: string) => bread.filter((one) => rankTexts(withOne(query, stem), [one], 1).length > 0).length
  const words = query.words.map((word) => ({ ...word, count: Math.max(...word.stems.map(({ stem }) => hold(stem))) }))
  return rankTexts({ ...query, words }, bread, bread.length)
}
const withOne = (query: ReturnType<typeof parseQuery>, stem: string) => ({
  ...query,
  words: [{ typed: stem, stems: [{ stem, share: 1, instead: null }], weight: 1, count: 1 }],
})

test.each([
  ['At what temperature do I bake?', '240 degrees'],
  ['How long do I bake it?', '25 minutes'],
  ['how often do i feed it', 'once a day'],
  ['Por quanto tempo rego as mudas?', 'dez minutos'],
  ['a que temperatura o composto chega?', '60 graus'],
])('%s is answered by a text with its unit', (question, answer) => {
  const [best] = ask(question)
  expect(best?.passage.text).toContain(answer)
  expect(best?.score).toBeGreaterThan(minUsed)
})

test.each(['How long is the warranty?', 'At what temperature does lead melt?', 'Quanto tempo dura a garantia?'])(
  '%s is not answered by a unit alone',
  (question) => {
    expect(ask(question)[0]?.score ?? 0).toBeLessThan(minUsed)
  },
)

test('a question of nothing but the measure keeps its words', () => {
  expect(parseQuery('How long?').words.map(({ typed }) => typed)).toContain('long')
})
