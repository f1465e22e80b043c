/** Letters of scripts that put no spaces between words. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]+/gu

const segmenter = new Intl.Segmenter('ja', { granularity: 'word' })

/** Puts spaces between the words of Chinese, Japanese, Thai and the like; other texts stay as they are. */
export const withSpaces = (text: string): string =>
  text.replace(unspaced, (words) => ` ${Array.from(segmenter.segment(words), ({ segment }) => segment).join(' ')} `)

/** Particles of Japanese, which say nothing of the subject. */
export const isParticle = (word: string): boolean => /^\p{Script=Hiragana}{1,2}$/u.test(word)
