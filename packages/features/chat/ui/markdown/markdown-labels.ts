import { formatNumber } from '@duo/platform/i18n/format.ts'
import { getLocale } from '@duo/platform/i18n/locale.ts'
import { m } from '@duo/platform/i18n/messages.ts'

/** Browsers take seconds to lay out much longer words. */
const wordAtMost = 8_000

const longWord = new RegExp(`\\S{${wordAtMost + 1},}`, 'g')

export const shortWords = (text: string) =>
  text.length <= wordAtMost
    ? text
    : text.replace(longWord, (word) => {
        const shown = word.slice(0, wordAtMost).toWellFormed()
        return `${shown} ${m.chat_word_cut({ count: formatNumber(word.length - wordAtMost, getLocale()) })}`
      })
