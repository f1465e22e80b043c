/** Crockford's base 32, without I, L, O and U: readable aloud, and free of accidental words. */
export const codeAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

const lookAlikes: Record<string, string> = { O: '0', I: '1', L: '1', U: 'V' }

/** Returns the text with the digits of any script as 0 to 9: a keyboard may write ٤ or ４. Full-width letters become ASCII, too. */
export const asciiDigits = (text: string) => text.normalize('NFKC').replace(/\p{Nd}/gu, (digit) => String(valueOfDigit(digit)))

/** Unicode has the ten digits of a script one after the other. */
function valueOfDigit(digit: string): number {
  const point = digit.codePointAt(0) ?? 0
  let value = 0
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(point - value - 1))) value += 1
  return value
}

/** Returns a code in upper case, with the letters that `codeAlphabet` lacks as the characters they were mistaken for. */
export const foldCode = (code: string) =>
  asciiDigits(code)
    .toUpperCase()
    .replace(/[OILU]/g, (letter) => lookAlikes[letter] ?? letter)

/** Returns a random code: 5 bits per character. */
export const randomCode = (length: number) =>
  Array.from(crypto.getRandomValues(new Uint8Array(length)), (byte) => codeAlphabet[byte % 32]).join('')
