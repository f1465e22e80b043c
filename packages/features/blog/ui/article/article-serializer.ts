import { createSerializationAdapter } from '@tanstack/react-router'
import type { Translated } from '../../../shell/ui/pages/page-context.ts'
import type { Article } from '../../schema.ts'

/** What an article's page is made of. */
export interface ArticleData extends Translated {
  article: Omit<Article, 'html'>
  text: ArticleText
}

/** The article's words as HTML, an object of its own so that they are written into the page once and not again as data. */
interface ArticleText {
  articleHtml: string
}

/** The element that holds the words. */
export const textId = 'article-text'

/** Leaves the words out of the page's data: the browser takes them from the page itself, which is whole when data is read. */
export const articleSerializer = createSerializationAdapter({
  key: textId,
  test: (value): value is ArticleText => typeof value === 'object' && value !== null && 'articleHtml' in value,
  toSerializable: () => '',
  fromSerializable: () => ({ articleHtml: document.getElementById(textId)?.innerHTML ?? '' }),
})
