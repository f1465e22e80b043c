import { describe, expect, test } from 'vitest'
import { withoutCitations } from '../../rules.ts'
import { createCitationFilter } from '../../server/model/citations.ts'

function shown(pieces: readonly string[], noteCount = 3) {
  const filter = createCitationFilter(noteCount)
  const texts = [...pieces.map((piece) => filter.add(piece).text), filter.end().text]
  return { text: texts.join(''), texts, cited: filter.cited() }
}

describe('citations in a model’s answer', () => {
  test.each([
    ['It weaves [2]. It counts [1][2].', 'It weaves[1]. It counts[2][1].', [1, 0]],
    ['Both [1, 3].', 'Both[1][2].', [0, 2]],
    ['All [1-3] of them.', 'All[1][2][3] of them.', [0, 1, 2]],
    ['Two at once [2; 2].', 'Two at once[1].', [1]],
    ['Invented [4] and [0] and [99].', 'Invented and and.', []],
    ['Partly [7, 2].', 'Partly[1].', [1]],
    ['Other brackets 【3】 and 【1†notes】.', 'Other brackets[1] and[2].', [2, 0]],
    ['In 1843 [sic] she wrote [a] note.', 'In 1843 [sic] she wrote [a] note.', []],
    ['See [1](https://example.org/a).', 'See [1](https://example.org/a).', []],
    ['`cards[1]` and\n```\ncards[2]\n```\nthen [2].', '`cards[1]` and\n```\ncards[2]\n```\nthen[1].', [1]],
    ['A line\n[1] begins.', 'A line\n[1] begins.', [0]],
    ['An open one [1', 'An open one [1', []],
  ])('“%s” becomes “%s”', (answer, text, cited) => {
    expect(shown([answer])).toMatchObject({ text, cited })
    // one character at a time, white space is flushed early
    const slowly = shown([...answer])
    const dense = (one: string) => one.replaceAll(' ', '')
    expect([dense(slowly.text), slowly.cited]).toEqual([dense(text), cited])
  })

  test('are never shown partially', () => {
    const { texts } = shown(['It weaves', ' [', '2', ']', '.', ' It counts [1', ', 3]', ' too.'])
    for (const text of texts) expect(text.replace(/\[\d\]/g, '')).not.toMatch(/[[\]]/)
    expect(texts.join('')).toBe('It weaves[1]. It counts[2][3] too.')
  })

  test('do not change other text, however it is chunked', () => {
    const text = 'Plain words, a [bracket and `code` and  two blanks \n\n- a list\n'
    expect(shown([...text]).text).toBe(text)
    expect(shown([text]).text).toBe(text)
  })

  test('are removed from copied text if they name a source', () => {
    expect(withoutCitations('It weaves[1]. It counts[2][1]; see item [7].', 2)).toBe('It weaves. It counts; see item [7].')
  })
})

test('a run of 20,000 tabs or backticks is read once, not from each of its characters', () => {
  for (const run of ['\t', '`']) {
    const filter = createCitationFilter(2)
    const started = performance.now()
    filter.add(`${run.repeat(20_000)}a`)
    filter.end()
    // from each character it takes more than a second
    expect(performance.now() - started).toBeLessThan(300)
  }
})
