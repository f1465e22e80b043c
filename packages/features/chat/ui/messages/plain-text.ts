/** A text without Markdown's signs, for where it is read out or only begins. */
export const plainText = (text: string) => text.replace(/[*_`#>|~]+/g, '').replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
