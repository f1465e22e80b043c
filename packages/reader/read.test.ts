import { expect, test } from 'vitest'
import { read } from './read.ts'
import { chapter, docx, epub, wordDocument, wordParagraph } from './testing/make-archive.ts'
import { readAll } from './testing/read-all.ts'

const readText = (text: string, name: string) => readAll(read(new TextEncoder().encode(text), name))
const words = (count: number, word = 'bread') =>
  `${Array.from({ length: count - 1 }, (_, place) => `${word}${place}`).join(' ')} ends.`

const styled = (style: string) => `style="${style}"`

test('Markdown keeps its headings, lists, tables and lines', async () => {
  const { type, title, passages } = await readText(
    `---\ntitle: "Bread course"\n---\n# Dough\n\n${words(90)}\n\n## Flour\n\n1. rye\n2. wheat\n\n| Kind | Price |\n| --- | --- |\n| Rye | 3 € |\n\n\`\`\`\nmix(\n  flour)\n\`\`\`\n`,
    'course.md',
  )
  expect([type, title]).toEqual(['markdown', 'Bread course'])
  expect(passages.map(({ headings, line }) => [headings, line])).toEqual([
    [['Dough'], 6],
    [['Dough', 'Flour'], 10],
  ])
  expect(passages[1]?.text).toBe('1. rye\n2. wheat\n\nKind: Rye; Price: 3 €\n\nmix(\n  flour)')
})

test('a long Markdown text is read in parts, whose lines go on', async () => {
  const section = (place: number) => `## Part ${place}\n\n${words(90, `p${place}w`)}\n`
  const text = `# Book\n\n${Array.from({ length: 500 }, (_, place) => section(place)).join('\n')}`
  const { passages } = await readText(text, 'a.md')
  expect(passages).toHaveLength(500)
  const lines = text.split('\n')
  for (const { headings, line, text: first } of passages) {
    expect(headings[0]).toBe('Book')
    expect(lines[(line ?? 0) - 1]).toBe(first)
    expect(lines[(line ?? 0) - 3]).toBe(`## ${headings[1]}`)
  }
})

test('Word keeps headings and lists, and loses its table of contents', async () => {
  const body = [
    wordParagraph('Contents 12', 'toc1'),
    wordParagraph('Chapter one', 'heading1'),
    wordParagraph(words(90)),
    wordParagraph('Flour', 'heading2'),
    wordParagraph('Rye &amp; wheat are kept dry, because flour draws water.'),
  ].join('')
  const { type, passages } = await readAll(read(docx(wordDocument(body)), 'notes'))
  expect(type).toBe('docx')
  expect(passages.map(({ headings }) => headings)).toEqual([['Chapter one'], ['Chapter one', 'Flour']])
  expect(passages[1]?.text).toBe('Rye & wheat are kept dry, because flour draws water.')
})

test('an e-book is read in its order, and its contents name chapters without a heading', async () => {
  const { type, title, passages } = await readAll(
    read(
      epub({
        title: 'On bread',
        chapters: {
          'b.xhtml': chapter(`<p>${words(30, 'first')}</p>`),
          'a.xhtml': chapter(`<h1>Second</h1><p>${words(30, 'second')}</p>`),
        },
      }),
      'book',
    ),
  )
  expect([type, title]).toEqual(['epub', 'On bread'])
  expect(passages.map(({ headings }) => headings)).toEqual([['Chapter 1'], ['Second']])
})

test.each([
  ['whose article is found', 0],
  ['too deep for the search of its article', 300],
])('a page %s loses its menu, its scripts and what only a machine sees', async (_, depth) => {
  const menu =
    '<ul><li><a href="/a">Home</a></li><li><a href="/b">Courses</a></li><li><a href="/c">Prices</a></li><li><a href="/d">Contact</a></li></ul>'
  const hidden = [
    'hidden',
    'aria-hidden="true"',
    ...['display:none', 'visibility: hidden', 'font-size:0', 'opacity:0'].map(styled),
  ]
  const unseen = hidden.map((attribute) => `<p ${attribute}>Secret order</p>`).join('')
  const { type, title, passages } = await readText(
    `<!doctype html><html><head><title>Bread</title></head><body><nav>Shop</nav>${menu}${'<div>'.repeat(depth)}<main><h1>Dough</h1><p>${words(90)}</p>${unseen}<ul><li>Rye</li><li>Wheat <a href="https://x.test/">mill</a></li></ul><table><tr><th>Kind</th><th>Price</th></tr><tr><td>Rye</td><td>3</td></tr></table><script>alert(1)</script></main>${'</div>'.repeat(depth)}</body></html>`,
    'page.txt',
  )
  expect([type, title, passages.length]).toEqual(['html', 'Bread', 1])
  expect(passages[0]?.headings).toEqual(['Dough'])
  expect(passages[0]?.text).toContain('• Rye\n• Wheat mill\n\nKind: Rye; Price: 3')
  expect(passages[0]?.text).not.toMatch(/Secret|Shop|Courses|alert/)
})

test('subtitles become sentences with the second at which each begins', async () => {
  const { type, passages } = await readText(
    '1\r\n00:00:01,000 --> 00:00:03,000\r\n<i>Today we bake</i>\r\n\r\n2\r\n00:00:03,000 --> 00:00:05,000\r\nbread. First, the\r\n\r\n3\r\n00:01:05,000 --> 00:01:07,000\r\nflour.\r\n',
    'lesson.txt',
  )
  expect(type).toBe('subtitles')
  expect(passages).toMatchObject([{ second: 1, text: 'Today we bake bread. First, the flour.' }])
})

test('captions that roll are read once', async () => {
  const { passages } = await readText(
    'WEBVTT\n\n00:01.000 --> 00:02.000\nToday we bake\n\n00:02.000 --> 00:03.000\nToday we bake\nrye bread\n\n00:03.000 --> 00:04.000\nrye bread\nand eat it.\n',
    'a.vtt',
  )
  expect(passages.map(({ text }) => text)).toEqual(['Today we bake rye bread and eat it.'])
})

test('a table of questions and answers yields an answer a row', async () => {
  const { type, passages } = await readText(
    'Pergunta;Resposta;Tema\nQuanto custa?;"Custa 30 €;\ncom pão.";Preços\nOnde fica?;Em Lisboa.;\n',
    'faq.csv',
  )
  expect(type).toBe('csv')
  expect(passages).toMatchObject([
    { question: 'Quanto custa?', text: 'Custa 30 €;\ncom pão.\nTema: Preços', line: 2 },
    { question: 'Onde fica?', text: 'Em Lisboa.', line: 4 },
  ])
})

test('rows of a price list keep the names of their columns', async () => {
  const { passages } = await readText('Product,Price,Unit\nRye,3,kg\nWheat,2,kg\n', 'prices.csv')
  expect(passages.map(({ text }) => text)).toEqual(['Product: Rye; Price: 3; Unit: kg\n\nProduct: Wheat; Price: 2; Unit: kg'])
})

test('plain text is read in paragraphs, whatever its lines are', async () => {
  const line = 'The dough rests for twelve hours in a cool place, and then it is baked'
  const { type, passages } = await readText(`${line}\n${line} in the oven.\n\nSecond paragraph.\n`, 'a')
  expect(type).toBe('text')
  expect(passages.map(({ text }) => text)).toEqual([`${line} ${line} in the oven.\n\nSecond paragraph.`])
})

test.each([
  ['O pão descansa doze horas, e depois vai ao forno com um pouco de água. '.repeat(5), 'pt'],
  ['The dough rests for twelve hours, and then it is baked with some water. '.repeat(5), 'en'],
  ['Der Teig ruht zwölf Stunden, und dann wird er mit etwas Wasser im Ofen gebacken. '.repeat(5), null],
  ['El pan descansa doce horas y después se mete en el horno con un poco de agua, porque está muy seco. '.repeat(5), null],
])('the language of “%.30s” is %s', async (text, language) => {
  expect((await readText(text, 'a.txt')).done?.language).toBe(language)
})
