import type { Options } from 'rehype-sanitize'

/** The last word on what stored HTML contains, whatever the steps before it leave. */
export const allowedHtml: Options = {
  tagNames: [
    ...['p', 'br', 'hr', 'strong', 'em', 'del', 'a', 'span', 'sup', 'code', 'pre', 'blockquote', 'section'],
    ...['ul', 'ol', 'li', 'div', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
  ],
  attributes: {
    '*': ['className'],
    a: ['href', 'target', 'rel'],
    code: ['translate'],
    div: ['tabIndex'],
    ol: ['start'],
    pre: ['tabIndex'],
    // the number of a citation, which the browser makes a button
    span: ['ariaHidden', 'dataSource'],
  },
  protocols: { href: ['https', 'mailto', 'tel'] },
  strip: ['script', 'style'],
}
