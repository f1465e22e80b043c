import { JSDOM } from '@duo/platform/testing/dom.ts'
import { expect, test } from 'vitest'
import { renderMarkdown } from './markdown.ts'

const render = (markdown: string) => renderMarkdown(markdown, 'The title', 'pt')
const html = async (markdown: string) => (await render(markdown)).html
const dom = async (markdown: string) => new JSDOM(await html(markdown)).window.document.body

const hostile: [what: string, markdown: string][] = [
  ['a script', '<script>alert(1)</script>'],
  ['a script in a paragraph', 'text <script>alert(1)</script> text'],
  ['a script split in two', '<scr<script>ipt>alert(1)</scr</script>ipt>'],
  ['a script address', '[click](javascript:alert(1))'],
  ['a script address in capitals', '[click](JaVaScRiPt:alert(1))'],
  ['a script address with an entity', '[click](java&#x0A;script:alert(1))'],
  ['a script address with a tab', '[click](<java\tscript:alert(1)>)'],
  ['a script address by reference', '[click][x]\n\n[x]: javascript:alert(1)'],
  ['an automatic link', '<javascript:alert(1)>'],
  ['a vbscript address', '[click](vbscript:msgbox)'],
  ['a data address', '[click](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)'],
  ['a picture that is a script', '![x](javascript:alert(1))'],
  ['a picture as data', '![x](data:image/svg+xml,<svg onload=alert(1)>)'],
  ['a picture from another site', '![x](https://evil.example/track.gif)'],
  ['a picture without a protocol', '![x](//evil.example/track.gif)'],
  ['a handler', '<img src=x onerror=alert(1)>'],
  ['a handler that breaks out of a link title', `[a](/x '" onmouseover="alert(1)')`],
  ['a handler that breaks out of an alt text', '![" onerror="alert(1)](/x.png)'],
  ['an SVG', '<svg onload="alert(1)"><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>'],
  ['MathML', '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></mglyph></table></mtext></math>'],
  ['a frame', '<iframe src="https://evil.example"></iframe>'],
  ['a frame with a document', '<iframe srcdoc="<script>alert(1)</script>"></iframe>'],
  ['an object', '<object data="data:text/html,<script>alert(1)</script>"></object><embed src=x>'],
  ['a form', '<form action="https://evil.example"><input name=password><button>go</button></form>'],
  ['a base and a refresh', '<base href="https://evil.example"><meta http-equiv=refresh content="0;url=javascript:alert(1)">'],
  ['a style', '<style>body{display:none}</style><p style="position:fixed">x</p>'],
  ['HTML in a heading', '## Before <img src=x onerror=alert(1)> after <script>alert(1)</script>'],
  ['HTML in a table', '| a | <b onclick=alert(1)>b</b> |\n|---|---|\n| <script>alert(1)</script> | [x](javascript:alert(1)) |'],
  ['HTML in a footnote', 'text[^1]\n\n[^1]: <img src=x onerror=alert(1)> [x](javascript:alert(1))'],
  ['HTML in the language of a code block', '```js"><script>alert(1)</script>\ncode\n```'],
  ['HTML in code', '```html\n<script>alert(1)</script><img src=x onerror=alert(1)>\n```'],
  ['a half-open tag', '<img src="x" onerror="alert(1)"'],
  ['a comment that ends early', '<!--><script>alert(1)</script>-->'],
  ['CDATA', '<![CDATA[<script>alert(1)</script>]]>'],
  ['entities', '&lt;script&gt;alert(1)&lt;/script&gt; &#60;img src=x onerror=alert(1)&#62;'],
]

test.each(hostile)('%s does not run', async (_what, markdown) => {
  const { html: written, headings } = await render(`${markdown}\n\nstill here`)
  const { window } = new JSDOM(`<body>${written}</body>`, { runScripts: 'dangerously' })
  const alerts: unknown[] = []
  window.alert = (what: unknown) => void alerts.push(what)
  const all = [...window.document.body.querySelectorAll('*')]
  expect(
    all.filter((one) => /^(script|style|svg|math|iframe|object|embed|form|button|base|meta|link)$/i.test(one.tagName)),
  ).toEqual([])
  const attributes = all.flatMap((one) => [...one.attributes])
  expect(attributes.filter(({ name }) => /^(on|style|srcdoc|xlink|action|formaction)/i.test(name))).toEqual([])
  for (const { name, value } of attributes.filter((one) => one.name === 'href' || one.name === 'src'))
    expect(value, name).toMatch(/^(?:https?:\/\/|mailto:|\/(?!\/)|#)/)
  expect(all.filter((one) => one.tagName === 'IMG').map((one) => one.getAttribute('src'))).not.toContain(
    'https://evil.example/track.gif',
  )
  for (const one of all.filter((one) => one instanceof window.HTMLElement)) (one as HTMLElement).click()
  expect(alerts).toEqual([])
  expect(JSON.stringify(headings)).not.toMatch(/<script|<img/)
  expect(window.document.body.textContent).toContain('still here')
})

test('reports raw HTML and first-level headings as dropped, but not comments', async () => {
  expect((await render('# One\n\ntext\n\n<div>x</div>\n\n<!-- a note -->')).droppedNodes).toEqual([
    { what: 'a heading of the first level', line: 1 },
    { what: 'raw HTML', line: 5 },
  ])
})

test('heading ids are prefixed and stay unique when headings repeat', async () => {
  const { headings, html: written } = await render('## Ação & reação\n\n### `main`\n\n## Ação & reação\n\n#### deep')
  expect(headings).toEqual([
    { id: 'part-ação--reação', text: 'Ação & reação', depth: 2 },
    { id: 'part-main', text: 'main', depth: 3 },
    { id: 'part-ação--reação-1', text: 'Ação & reação', depth: 2 },
  ])
  expect(written).toContain('<h3 id="part-main">')
})

test('a table scrolls in a focusable region that is labelled with the heading above it', async () => {
  const body = await dom('| a | b |\n|---|--:|\n| 1 | [x](https://a.example) |\n\n## Prices\n\n| c | d |\n|---|---|\n| 2 | 3 |')
  const boxes = [...body.querySelectorAll('div')]
  expect(boxes.map((box) => [box.getAttribute('aria-label'), box.tabIndex, box.getAttribute('role')])).toEqual([
    ['The title', 0, 'region'],
    ['Prices', 0, 'region'],
  ])
  expect(boxes.map((box) => box.firstElementChild?.tagName)).toEqual(['TABLE', 'TABLE'])
  expect(body.querySelector('td.align-right a')?.getAttribute('rel')).toBe('noopener noreferrer')
  expect(body.querySelector('[align]')).toBeNull()
})

test('external links send no referrer; internal links stay plain', async () => {
  const body = await dom('[out](https://a.example) [in](/pricing) [there](#part-x) <me@a.example>')
  expect([...body.querySelectorAll('a')].map((link) => link.getAttribute('rel'))).toEqual([
    'noopener noreferrer',
    null,
    null,
    'noopener noreferrer',
  ])
})

test('highlights code only when its language is named', async () => {
  expect(await html('```js\nconst a = 1\n```')).toContain('<span class="hljs-keyword">const</span>')
  expect(await html('```\nconst a = 1\n```')).toBe('<pre><code>const a = 1\n</code></pre>')
})

test('loads pictures lazily', async () => {
  expect(await html('![A pair](/blog/images/a-800.webp)')).toBe(
    '<p><img src="/blog/images/a-800.webp" alt="A pair" loading="lazy" decoding="async"></p>',
  )
})

test('footnotes link to the note and back', async () => {
  const body = await dom('text[^1]\n\n[^1]: note')
  for (const link of body.querySelectorAll('a'))
    expect(body.querySelector(`[id="${link.getAttribute('href')?.slice(1)}"]`)).not.toBeNull()
  expect(body.querySelectorAll('a')).toHaveLength(2)
})

test('counts words without markup', async () => {
  expect((await render('## One two\n\n**Three** [four](/x) – five’s 6.\n\n| seven |\n|---|\n| eight |')).words).toBe(8)
})

// The server seeds again only when the files or `rendererVersion` (read-articles.ts) change. If this snapshot changes, raise
// that number.
test('the HTML of the same Markdown changes only with `rendererVersion`', async () => {
  expect(
    await html('## H\n\na *b* [c](/d)[^1] https://e.example\n\n- [x] f\n\n| g |\n|:-:|\n| h |\n\n[^1]: i'),
  ).toMatchInlineSnapshot(`
    "<h2 id="part-h">H</h2>
    <p>a <em>b</em> <a href="/d">c</a><sup><a href="#user-content-fn-1" id="user-content-fnref-1" data-footnote-ref aria-describedby="footnote-label">1</a></sup> <a href="https://e.example" rel="noopener noreferrer">https://e.example</a></p>
    <ul class="contains-task-list">
    <li class="task-list-item"><input type="checkbox" checked disabled> f</li>
    </ul>
    <div class="table-scroll" tabindex="0" role="region" aria-label="H"><table>
    <thead>
    <tr>
    <th class="align-center">g</th>
    </tr>
    </thead>
    <tbody>
    <tr>
    <td class="align-center">h</td>
    </tr>
    </tbody>
    </table></div>
    <section data-footnotes class="footnotes"><h2 id="footnote-label">Notas</h2>
    <ol>
    <li id="user-content-fn-1">
    <p>i <a href="#user-content-fnref-1" data-footnote-backref="" aria-label="Voltar à nota 1">↩</a></p>
    </li>
    </ol>
    </section>"
  `)
})
