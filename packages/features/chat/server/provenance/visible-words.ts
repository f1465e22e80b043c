import { m } from '@duo/platform/i18n/messages.ts'
import { locales } from '@duo/platform/shared/locale.ts'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import remarkRehype from 'remark-rehype'
import { unified } from 'unified'
import { visit } from 'unist-util-visit'
import { maxReplyLength } from '../../rules.ts'

const markdown = unified().use(remarkParse).use(remarkGfm).use(remarkRehype, { allowDangerousHtml: true })

/** Returns only letters and digits, because pages differ from Markdown in spaces and punctuation. */
export const wordsOf = (text: string) => text.normalize('NFC').replace(/[^\p{L}\p{N}]+/gu, '')

/** Returns the words that a page in each language shows for a reply; a page with others was altered. */
export function visibleWords(text: string): string[] {
  if (text.length > maxReplyLength) return []
  const tree = markdown.runSync(markdown.parse(text))
  const shown = locales.map((locale) => {
    let words = ''
    visit(tree, (node) => {
      if (node.type === 'text' || node.type === 'raw') words += node.value
      else if (node.type === 'element' && node.tagName === 'img') {
        const alt = String(node.properties.alt ?? '')
        if (alt !== '') words += m.chat_image({ text: alt }, { locale })
      }
    })
    return wordsOf(words)
  })
  // very long replies are shown as they are
  return [...new Set([...shown, wordsOf(text)])]
}
