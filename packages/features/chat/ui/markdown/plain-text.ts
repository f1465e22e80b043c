/** Strips Markdown, for screen readers and previews. */
export const plainText = (text: string) =>
  text
    .replace(/\\(?=[^\w\s])/g, '')
    .replace(/[*_`#>|~]+/g, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
