/** Crockford's base 32, without I, L, O and U: readable aloud, and free of accidental words. */
export const codeAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

const lookAlikes: Record<string, string> = { O: '0', I: '1', L: '1', U: 'V' }

/** Returns a code in upper case, with the letters that `codeAlphabet` lacks as the characters they were mistaken for. */
export const foldCode = (code: string) => code.toUpperCase().replace(/[OILU]/g, (letter) => lookAlikes[letter] ?? letter)

/** Returns a random code: 5 bits per character. */
export const randomCode = (length: number) =>
  Array.from(crypto.getRandomValues(new Uint8Array(length)), (byte) => codeAlphabet[byte % 32]).join('')
