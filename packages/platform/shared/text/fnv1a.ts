/** A 32-bit FNV-1a hash of UTF-16 units: the same text always gets the same choice. No secret depends on it. */
export const fnv1a = (text: string) =>
  [...text].reduce((hash, char) => Math.imul(hash ^ char.charCodeAt(0), 16_777_619) >>> 0, 2_166_136_261)
