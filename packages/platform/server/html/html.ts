/** Trusted HTML; created by `html` only. */
export type Html = { readonly markup: string }

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Escapes every value for elements and quoted attributes, unless it is Html. */
export function html(parts: TemplateStringsArray, ...values: ReadonlyArray<string | Html | readonly Html[]>): Html {
  return { markup: parts.map((part, i) => part + (i < values.length ? toMarkup(values[i] ?? '') : '')).join('') }
}

function toMarkup(value: string | Html | readonly Html[]): string {
  if (typeof value === 'string') return value.replace(/[&<>"']/g, (char) => ESCAPES[char] ?? char)
  return 'markup' in value ? value.markup : value.map((item) => item.markup).join('')
}
