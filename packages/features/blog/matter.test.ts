import { expect, test } from 'vitest'
import { readMatter } from './matter-service.ts'

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
  return readMatter({
    language: 'en',
    name: 'en/a-title.md',
    stem: 'a-title',
    source: `---\n${lines.join('\n')}\n---\nThe body.\n`,
  })
}

test('a right file comes apart into its fields and its body', () => {
  expect(read({ pair: 'um-titulo' })).toEqual({
    fields: expect.objectContaining({ id: 7, title: 'A title', date: '2025-06-01', keywords: ['one', 'two'], pair: 'um-titulo' }),
    body: 'The body.\n',
  })
})

const wrong: [field: string, value: string | undefined, problem: string | RegExp][] = [
  ['id', '7.5', 'id: must be a whole number'],
  ['id', undefined, 'id: is missing'],
  ['title', '""', 'title: must not be empty'],
  ['title', '"a <b>"', /^title: must not have </],
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
  ['keywords', '[]', 'keywords: must have one at least'],
  ['keywords', '[a, a]', 'keywords: must not repeat one'],
  ['keywords', '[a, 1]', 'keywords (1): must be text'],
  ['publishedTime', '2025-06-01', /^publishedTime: must be a time like/],
  ['modifiedTime', undefined, 'modifiedTime: is missing'],
  ['pair', 'nicht gut', /^pair: must be small letters/],
  ['catgory', 'guides', 'catgory: there is no such field'],
]

test.each(wrong)('%s: %s is told with its field', (field, value, problem) => {
  const answer = read({ [field]: value })
  expect('problems' in answer && answer.problems).toEqual([
    typeof problem === 'string' ? problem : expect.stringMatching(problem),
  ])
})

test('a file without front matter, and one whose front matter is no YAML, say so', () => {
  const problems = (source: string) => {
    const answer = readMatter({ language: 'en', name: 'x', stem: 'x', source })
    return 'problems' in answer ? answer.problems : []
  }
  for (const none of ['', 'Only a body.', '---\n---\nbody'])
    expect(problems(none)).toEqual([expect.stringMatching(/^front matter: is missing/)])
  expect(problems('---\ntitle: "a\n---\nbody')[0]).toMatch(/^front matter: .*[^:]$/)
})
