import { shownText } from '../markdown/reply-to-html.ts'

/** Returns only letters and digits, because pages differ from Markdown in spaces and punctuation. */
export const wordsOf = (text: string) => text.normalize('NFC').replace(/[^\p{L}\p{N}]+/gu, '')

/** Returns the words that a page shows for a reply: of its Markdown, or of the text itself. A page with others was altered. */
export const visibleWords = (text: string): string[] => [wordsOf(shownText(text)), wordsOf(text)]
