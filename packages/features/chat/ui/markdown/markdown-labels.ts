import { formatNumber } from '@duo/platform/i18n/format.ts'
import { getLocale } from '@duo/platform/i18n/locale.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { cutText } from '@duo/platform/shared/text/graphemes.ts'
import { longestWord } from '../../markdown-limits.ts'

/** Cuts words that browsers take seconds to lay out. */
export const shortWords = (text: string) =>
  text.length <= longestWord
    ? text
    : text.replace(/\S+/g, (word) => {
        if (word.length <= longestWord) return word
        const shown = cutText(word, longestWord)
        return `${shown} ${m.chat_word_cut({ count: formatNumber(word.length - longestWord, getLocale()) })}`
      })
