/** Splits off a lone high surrogate at the end of a piece of a stream: its other half comes with the next piece. */
export function splitLoneSurrogate(text: string): { complete: string; highSurrogate: string } {
  const highSurrogate = /[\uD800-\uDBFF]$/.exec(text)?.[0] ?? ''
  return { complete: highSurrogate ? text.slice(0, -1) : text, highSurrogate }
}

/** Replaces the halves of pairs, which no encoding can store. Browsers before 2023 lack `toWellFormed`. */
export const replaceLoneSurrogates = (text: string): string => text.replace(/\p{Cs}/gu, '\uFFFD')
