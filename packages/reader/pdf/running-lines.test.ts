import { expect, test } from 'vitest'
import { read } from '../read.ts'
import { type PrintedLine, pdf, printed } from '../testing/make-pdf.ts'
import { readAll } from '../testing/read-all.ts'

async function textOf(pages: PrintedLine[][]): Promise<string> {
  const { passages } = await readAll(read(pdf(pages), 'a'))
  return passages.map(({ text }) => text).join('\n')
}

const numbers = Array.from({ length: 9 }, (_, place) => place + 1)
const prices = (top: number): PrintedLine[] =>
  ['Item', 'Nucleus 235', 'Queen 48', 'Hive 139'].map((text, place) => ({ text, y: top - place * 18 }))
const clause = (number: number): PrintedLine[] => [
  { text: `${number}. Subject`, y: 812, size: 18 },
  ...printed([`The parties agree on subject ${number}.`, 'They do so in writing.'], 782),
  { text: `Clause ${number}.2: headings do not affect interpretation.`, y: 742 },
]

test('a row of a table stays, though other short pages end with like sentences at its height', async () => {
  const text = await textOf([...numbers.map(clause), [{ text: 'Schedule', y: 812, size: 18 }, ...prices(778)]])
  expect(text).toContain('Nucleus 235\nQueen 48\nHive 139'.replaceAll('\n', ' '))
  expect(text).toContain('Clause 4.2: headings do not affect interpretation.')
})

test('a row at the height of the footer stays, if more of the text stands below it', async () => {
  const body = (number: number) =>
    printed(numbers.map((line) => `Line ${line} of part ${number} says what a baker does at home.`))
  const pages = numbers.map((number) => [...body(number), { text: `The bread book, part ${number}`, y: 60, size: 11 }])
  const text = await textOf([...pages, [...body(10), ...prices(96)]])
  expect(text).not.toContain('The bread book')
  expect(text).toContain('Queen 48')
})

test('rows that differ by their numbers only are no running line; one that counts the pages is', async () => {
  const page = (number: number, price: number): PrintedLine[] => [
    { text: `Prices, sheet ${number}`, y: 800 },
    ...printed(
      numbers.map((line) => `Line ${line} of sheet ${number} says what a baker asks for it.`),
      760,
    ),
    { text: `Loaves of the day: ${price}`, y: 100 },
  ]
  const text = await textOf([page(1, 12), page(2, 30), page(3, 31), page(4, 55), page(5, 71), page(6, 72), page(7, 99)])
  expect(text).not.toContain('Prices, sheet')
  for (const price of [12, 30, 31, 55, 71, 72, 99]) expect(text).toContain(`Loaves of the day: ${price}`)
})

test('the name of a short chapter is a running line where most pages have one', async () => {
  const names = ['Flour', 'Flour', 'Flour', 'Water', 'Salt', 'Heat', 'Heat', 'Heat']
  const text = await textOf(
    names.map((name, place) => [
      { text: `Chapter of ${name}`, y: 810 },
      ...printed(numbers.map((line) => `Line ${line} of page ${place} says what a baker does with it at home.`)),
    ]),
  )
  expect(text).not.toContain('Chapter of')
})
