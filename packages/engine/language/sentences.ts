/** Splits at the ends of sentences, but not after an initial ("J. S. Bach"). */
export const splitSentences = (text: string) => text.split(/(?<=[.!?…]”?)(?<!\b[A-Z]\.) (?=[“‘—]?\p{Lu})/u)
