import sharp from 'sharp'
import { expect, test } from 'vitest'
import { articleShareCard } from './article-share-card.ts'
import { drawShareCard } from './share-card.ts'

/** Without the article's picture, which takes longest to draw. */
const cardOf = (title: string) => ({
  ...articleShareCard({ title, image: '/blog/images/goduoai-revolution' }, 'One line.'),
  art: '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630"/>',
})
const untitled = await drawShareCard({ ...cardOf('A title'), headline: '' })
const pixels = (png: Buffer, area: typeof whole) => sharp(png).extract(area).raw().toBuffer()
/** Not `toEqual`, which takes minutes to describe how two pictures differ. */
const looksUntitled = async (card: Buffer, area = whole) => (await pixels(card, area)).equals(await pixels(untitled, area))

const whole = { left: 0, top: 0, width: 1200, height: 630 }
const picture = { left: 596, top: 0, width: 604, height: 630 }
const wordmark = { left: 0, top: 0, width: 596, height: 130 }
const line = { left: 0, top: 520, width: 596, height: 110 }

test.each([
  ['a word without a break', 'W'.repeat(80)],
  ['200 characters', 'Letters of many words that follow each other '.repeat(5).slice(0, 200)],
  ['200 characters in capitals', 'WWWWWWWWW MMMMMMMMMM '.repeat(10).slice(0, 200)],
  ['Portuguese accents', 'Decisões difíceis: o que a máquina não vê'],
  ['typographic marks', 'Read “this” – it’s €5…'],
  ['Polish', 'Łukasz Żółć'],
  ['Vietnamese', 'Nguyễn Thị Ánh'],
  ['Greek', 'Καλημέρα'],
  ['Cyrillic', 'Привет'],
  ['one foreign letter in an English title', 'The letter Ж'],
])('a title of %s is shown and stays between the wordmark, the line and the picture', async (_, title) => {
  const card = await drawShareCard(cardOf(title))
  expect(await looksUntitled(card)).toBe(false)
  for (const area of [picture, wordmark, line]) expect(await looksUntitled(card, area), JSON.stringify(area)).toBe(true)
})

test.each([
  ['emoji only', '🚀👩‍🚀 🇧🇷'],
  ['Arabic', 'مرحبا بالعالم'],
  ['Japanese', 'こんにちは世界'],
  ['Hindi', 'नमस्ते'],
  ['Hebrew', 'שלום'],
  ['one letter of theirs in an English title', 'The letter あ'],
])('a title with %s, which the font lacks, leaves a card without title and boxes', async (_, title) => {
  expect(await looksUntitled(await drawShareCard(cardOf(title)))).toBe(true)
})

test.each([
  ['Rockets 🚀 for all', 'Rockets for all'],
  ['Space 👩‍🚀', 'Space'],
  ['Ana 🇧🇷 Prado', 'Ana Prado'],
])('emoji alone are left out of the title %s', async (title, rest) => {
  expect((await drawShareCard(cardOf(title))).equals(await drawShareCard({ ...cardOf(title), headline: rest }))).toBe(true)
})

test('a line that the font cannot write is left out, and the title stays', async () => {
  const card = await drawShareCard({ ...cardOf('A title'), line: '料理' })
  const bare = await drawShareCard({ ...cardOf('A title'), line: '' })
  expect(card.equals(bare)).toBe(true)
  expect(await looksUntitled(card)).toBe(false)
})
