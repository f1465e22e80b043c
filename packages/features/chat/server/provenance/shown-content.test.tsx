import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { MarkdownText } from '../../ui/markdown/markdown.tsx'
import { shownContent, signedContent } from './shown-content.ts'

test.each([
  ['prose', 'I wrote **notes**, _twice_.[1] And `code`: https://goduo.example/a?b=c'],
  ['lists and headings', '# One\n\n1. First\n2. Second\n\n- [x] done\n- [ ] open'],
  ['links', '[here](https://goduo.example/x "title") and [nowhere](javascript:alert(1)) and <https://goduo.example>'],
  ['images', '![a loom](https://goduo.example/loom.png)'],
  ['HTML', 'a <b>bold</b> &amp; <script>alert(1)</script>\n\n<div>block</div>'],
  ['tables and code', '| a | b |\n|---|---|\n| 1 | 2 |\n\n```js\nlet x = 1\n```'],
  ['footnotes', 'A claim[^1].\n\n[^1]: The note.'],
  ['Portuguese', 'Não é “mágica” – é cálculo: café, ação, 3º.'],
])('a page shows what the reply says: %s', (_kind, text) => {
  const { container } = render(<MarkdownText text={text} />)
  const shown = shownContent(container.innerHTML.replaceAll('button', 'span'))
  expect(signedContent(text)).toContain(shown)
  expect(signedContent(`${text} more`)).not.toContain(shown)
})
