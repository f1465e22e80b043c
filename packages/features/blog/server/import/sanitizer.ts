import type { Options } from 'rehype-sanitize'

const elements = [
  ...['h2', 'h3', 'h4', 'h5', 'h6', 'p', 'br', 'hr', 'blockquote', 'strong', 'em', 'del', 'sup', 'a', 'img'],
  ...['ul', 'ol', 'li', 'pre', 'code', 'span', 'div', 'section', 'input'],
  ...['table', 'thead', 'tbody', 'tr', 'th', 'td'],
]

/** Ids need no prefix here: raw HTML is dropped earlier, and our own steps prefix theirs. */
export const allowedHtml: Options = {
  tagNames: elements,
  strip: ['script', 'style', 'template', 'iframe', 'object', 'svg', 'math'],
  clobber: [],
  attributes: {
    a: ['href', 'title', 'rel', 'id', 'ariaDescribedBy', 'ariaLabel', 'dataFootnoteRef', 'dataFootnoteBackref'],
    img: ['src', 'alt', 'title', 'loading', 'decoding'],
    h2: ['id'],
    h3: ['id'],
    h4: ['id'],
    ol: ['start'],
    ul: [['className', 'contains-task-list']],
    li: ['id', ['className', 'task-list-item']],
    input: [['type', 'checkbox'], 'checked', ['disabled', true]],
    section: ['dataFootnotes', ['className', 'footnotes']],
    th: [['className', 'align-right', 'align-center']],
    td: [['className', 'align-right', 'align-center']],
    div: [['className', 'table-scroll'], 'tabIndex', ['role', 'region'], 'ariaLabel'],
    code: [['className', /^language-[\w-]+$/, 'hljs']],
    span: [['className', /^hljs(?:-[\w-]+)?_?$/]],
  },
  required: { input: { disabled: true, type: 'checkbox' } },
  ancestors: { li: ['ul', 'ol'], thead: ['table'], tbody: ['table'], tr: ['table'], th: ['table'], td: ['table'] },
  protocols: { href: ['http', 'https', 'mailto'], src: ['https'] },
  allowComments: false,
  allowDoctypes: false,
}
