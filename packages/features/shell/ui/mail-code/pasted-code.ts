const group = '[\\p{L}\\p{N}]{4}'
const hyphen = '[-\\u2010-\\u2015\\u2212]'
/** As mails print it; without its hyphens, any word of twelve letters would be one. */
const printedCode = new RegExp(`${group}${hyphen}${group}${hyphen}${group}(?![\\p{L}\\p{N}])`, 'gu')

/** Returns the code of a text that was pasted with the words around it, else the text. */
export function codeIn(text: string): string {
  const codes = new Set(text.normalize('NFKC').match(printedCode))
  const [code] = codes
  return codes.size === 1 && code !== undefined ? code : text
}

/** Returns the path and the fragment of a mail's whole link to this site, else null. */
export function linkIn(text: string, origin: string): string | null {
  const [link] = /https?:\/\/\S+#[\w-]+\.[\w.-]+/.exec(text) ?? []
  const path = link?.startsWith(origin) ? link.slice(origin.length) : ''
  // `//host` and `/\host` would be other sites
  return /^\/(?![/\\])/.test(path) ? path : null
}
