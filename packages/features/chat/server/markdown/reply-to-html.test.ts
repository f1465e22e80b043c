import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rendererVersion } from './renderer-version.ts'
import { replyToHtml } from './reply-to-html.ts'

const html = (text: string, citations = 0) => replyToHtml({ text, citations }) ?? 'plain'

const sample = `# Title

**Bold**, *leaning*, ~~gone~~, \`code\`, [site](https://example.org/a?b=c), [Ada](/pt/marketplace?start=ada-lovelace), [188](tel:188)

1. one
2. two

- [x] done
- [ ] open

> quoted[^1]

| left | centre | right |
|:---|:---:|---:|
| 1 | 2 | 3 |

\`\`\`ts
const a = 1
\`\`\`

![a picture](https://example.org/a.png) <b>html</b> Known [1], unknown [9].

---

[^1]: a note`

test('renders what a reply may show', () => {
  const page = html(sample, 1)
  expect(page).toContain('<p class="font-semibold">Title</p>')
  expect(page).toContain('<strong>Bold</strong>, <em>leaning</em>, <del>gone</del>')
  expect(page).toMatch(
    /<a href="https:\/\/example\.org\/a\?b=c" target="_blank" rel="noopener noreferrer nofollow ugc">site<\/a>/,
  )
  expect(page).toContain('href="/pt/marketplace?start=ada-lovelace"')
  expect(page).toContain('☑ </span> done')
  expect(page).toContain('<td class="text-right!">3</td>')
  expect(page).toContain('[a picture]')
  expect(page).toContain('&#x3C;b>html&#x3C;/b>')
  expect(page).toMatch(/Known<span data-source="1" class="[^"]+">1<\/span>, unknown \[9\]/)
  expect(page).not.toMatch(/<(?:img|h\d|input|script)|\sid=|style=|Footnotes/)
})

test('the HTML of this version is unchanged: increase rendererVersion when you change it', () => {
  const hash = createHash('sha256').update(html(sample, 1)).digest('hex').slice(0, 16)
  expect({ rendererVersion, hash }).toEqual({ rendererVersion: 3, hash: '967ce073d60fda75' })
})

const pieces = fc.constantFrom(
  ...[
    '<script>',
    '</script>',
    '<img src=x onerror=a>',
    '[a](javascript:b)',
    '<https://a.b>',
    '[a](<data:text/html,b>)',
    '![a](//b)',
  ],
  ...[
    '"onload=a',
    '&#106;avascript:',
    '\n\n',
    '> ',
    '- ',
    '|a|b|\n|-|-|\n',
    '[^1]',
    '[^1]: ',
    '`',
    '**',
    '\0',
    '\ud800',
    '&quot;',
  ],
  ...['[a]: javascript:b\n', '<a href="javascript:b">', '<!--', '-->', '<svg/onload=a>', '[1]', 'mailto:a@b.c', '\t'],
)

test('contains no element, attribute or address beyond the allowed ones, whatever the text', () => {
  const allowed =
    /^(?:<\/?(?:p|br|hr|strong|em|del|a|span|sup|code|pre|blockquote|section|ul|ol|li|div|table|thead|tbody|tr|th|td)(?: (?:(?:class|href|target|rel|start|tabindex|translate|aria-hidden)="[^"<>]*"|data-source="[12]"))*>|[^<]+)*$/
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 60 }), (parts) => {
      const page = html(parts.join(''), 2)
      expect(page).toMatch(allowed)
      for (const [, url] of page.matchAll(/<a href="([^"]*)"/g)) expect(url).toMatch(/^(?:https:\/\/[^/]|mailto:)/)
    }),
    { numRuns: 400 },
  )
})
