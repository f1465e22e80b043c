import { expect, test } from 'vitest'
import { parseFrontMatter } from './front-matter.ts'

const right: Record<string, string> = {
  id: '7',
  title: '"A title"',
  excerpt: 'What it says.',
  author: 'duo-team',
  date: '2025-06-01',
  readTime: '5',
  category: 'guides',
  image: '/blog/images/a-title',
  figure: 'Two shapes.',
  slug: 'a-title',
  keywords: '["one", "two"]',
  publishedTime: '2025-06-01T09:00:00-03:00',
  modifiedTime: '2025-06-01T09:00:00-03:00',
}
const read = (changes: Record<string, string | undefined> = {}) => {
  const lines = Object.entries({ ...right, ...changes }).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}: ${value}`],
  )
  return parseFrontMatter({ source: `---\n${lines.join('\n')}\n---\nThe body.\n` })
}

test('splits a valid file into its fields and its body', () => {
  expect(read({ pair: 'um-titulo' })).toMatchObject({
    complete: { id: 7, title: 'A title', date: '2025-06-01', keywords: ['one', 'two'], pair: 'um-titulo' },
    body: 'The body.\n',
    linesAbove: 16,
    faults: [],
  })
})

const wrong: [field: string, value: string | undefined, problem: string | RegExp][] = [
  ['id', '7.5', 'id: must be a whole number'],
  ['id', undefined, 'id: is missing'],
  ['title', '""', 'title: must not be empty'],
  ['title', '"\u2800\u200B"', 'title: must not be empty'],
  ['title', '"a <b>"', /^title: must not have </],
  ['title', '"a \\x01"', /^title: must not have </],
  ['excerpt', '"a \\uFFFE"', /^excerpt: must not have </],
  ['title', '[a]', 'title: must be text'],
  ['excerpt', `"${'x'.repeat(401)}"`, 'excerpt: must not be longer than 400 characters'],
  ['author', undefined, 'author: is missing'],
  ['date', '2025-02-30', 'date: must be a day like 2025-07-22'],
  ['date', '22.7.2025', 'date: must be a day like 2025-07-22'],
  ['readTime', '"5"', 'readTime: must be whole minutes'],
  ['category', 'cooking', /^category: must be one of trends,/],
  ['image', 'https://elsewhere.example/a.png', 'image: must be like /blog/images/the-english-slug'],
  ['figure', undefined, 'figure: is missing'],
  ['slug', 'A-Title', /^slug: must be small letters/],
  ['slug', 'pt', 'slug: must not be the name of a language'],
  ['keywords', '[]', 'keywords: must have at least one'],
  ['keywords', '[a, a]', 'keywords: must not have duplicates'],
  ['keywords', '[a, 1]', 'keywords.2: must be text'],
  ['publishedTime', '2025-06-01', /^publishedTime: must be a time like/],
  ['modifiedTime', undefined, 'modifiedTime: is missing'],
  ['pair', 'nicht gut', /^pair: must be small letters/],
  ['catgory', 'guides', 'catgory: there is no such field'],
]

test.each(wrong)('%s: %s is reported with its field and line', (field, value, problem) => {
  const { faults, complete, fields } = read({ [field]: value })
  const place = Object.keys({ ...right, [field]: value }).indexOf(field)
  // a missing field is reported on the first line of the front matter
  const line = value === undefined ? 1 : place + 2
  expect(faults).toEqual([{ line, what: typeof problem === 'string' ? problem : (expect.stringMatching(problem) as unknown) }])
  expect(complete).toBeNull()
  expect(fields).not.toHaveProperty(field)
  expect(fields.publishedTime ?? fields.modifiedTime).toBe('2025-06-01T09:00:00-03:00')
})

test('reports the line of an item in a block list', () => {
  expect(read({ keywords: '\n  - one\n  - ""\n  - three' }).faults).toEqual([{ line: 14, what: 'keywords.2: must not be empty' }])
})

test('reports missing front matter and invalid YAML, and still reads the body', () => {
  for (const none of ['', 'Only a body.', '---\n---\nbody', '---\ntitle: a\nbody', '---\ntext\n---\nbody'])
    expect(parseFrontMatter({ source: none }).faults).toEqual([
      { line: 1, what: expect.stringMatching(/^front matter: is missing/) },
    ])
  const broken = parseFrontMatter({ source: '---\nid: 1\nid: 2\ntitle: "a\n---\nbody' })
  expect(broken.faults).toEqual([
    { line: 3, what: 'front matter: Map keys must be unique' },
    { line: 5, what: expect.stringMatching(/^front matter: Missing closing "quote/) },
  ])
  expect(broken).toMatchObject({ body: 'body', linesAbove: 5 })
})

test('counts lines correctly with CRLF and with a multi-line title', () => {
  const { faults } = parseFrontMatter({ source: '---\r\ntitle: >\r\n  a\r\n  title\r\nid: none\r\n---\r\nbody' })
  expect(faults).toContainEqual({ line: 5, what: 'id: must be a whole number' })
})
