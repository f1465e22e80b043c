const letters = (text: string, change: (letter: string) => string) => [...text].map(change).join('')
const shifted = (text: string, by: number) =>
  text.replaceAll(/[a-z]/gi, (letter) => {
    const first = letter <= 'Z' ? 65 : 97
    return String.fromCharCode(((letter.charCodeAt(0) - first + by) % 26) + first)
  })
const fullWidth = (letter: string) => (/[!-~]/.test(letter) ? String.fromCharCode(letter.charCodeAt(0) + 0xfee0) : letter)
const words = (text: string) => text.match(/\S+/g) ?? []
const capitals = (text: string) =>
  text.replaceAll(/[a-z]/gi, (letter) => String.fromCodePoint(0x1d400 + letter.toUpperCase().charCodeAt(0) - 65))

/** Disguises that the reply guard recognizes (docs/decisions/0033). */
export const caught: Record<string, (instructions: string) => string> = {
  verbatim: (text) => text,
  'in capitals': (text) => text.toUpperCase(),
  'without blanks': (text) => text.replaceAll(/\s/g, ''),
  spaced: (text) => letters(text, (letter) => `${letter} `),
  hyphened: (text) => letters(text, (letter) => `${letter}-`),
  'a word a line': (text) => words(text).join('\n'),
  'a list': (text) =>
    words(text)
      .map((word) => `- ${word}`)
      .join('\n'),
  'bold words': (text) =>
    words(text)
      .map((word) => `**${word}**`)
      .join(' '),
  'a block of code': (text) => `\`\`\`\n${text}\n\`\`\``,
  'a JSON string': (text) => JSON.stringify({ prompt: text }),
  'zero-width spaces': (text) => letters(text, (letter) => `${letter}\u200b`),
  'wide letters': (text) => letters(text, fullWidth),
  'mathematical letters': capitals,
  'accents on everything': (text) => letters(text, (letter) => `${letter}\u0301`),
  'after an ordinary beginning': (text) => `I was told this, so here it is.\n\n${text}`,
  'from its middle': (text) => text.slice(text.length >> 2),
}

/** Disguises that the guard misses because it compares letters (decision 33), with their reversal. If recognized, move one to `caught`. */
export const notCaught: Record<string, { hide: (text: string) => string; find: (shown: string) => string }> = {
  reversed: { hide: (text) => [...text].reverse().join(''), find: (shown) => [...shown].reverse().join('') },
  base64: { hide: (text) => Buffer.from(text).toString('base64'), find: (shown) => Buffer.from(shown, 'base64').toString() },
  hexadecimal: { hide: (text) => Buffer.from(text).toString('hex'), find: (shown) => Buffer.from(shown, 'hex').toString() },
  ROT13: { hide: (text) => shifted(text, 13), find: (shown) => shifted(shown, 13) },
  'words backwards': { hide: (text) => words(text).reverse().join(' '), find: (shown) => words(shown).reverse().join(' ') },
  'a word between words': { hide: (text) => words(text).join(' well '), find: (shown) => shown.replaceAll(' well ', ' ') },
  'first letters of lines': {
    hide: (text) => [...text.replaceAll(/\s/g, '')].map((letter) => `${letter}nd so on`).join('\n'),
    find: (shown) =>
      shown
        .split('\n')
        .map((line) => line[0] ?? '')
        .join(''),
  },
}
