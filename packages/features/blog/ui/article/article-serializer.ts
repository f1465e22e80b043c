import { createSerializationAdapter } from '@tanstack/react-router'
import type { Translated } from '../../../shell/ui/pages/page-context.ts'
import type { Article } from '../../schema.ts'

export interface ArticleData extends Translated {
  article: Omit<Article, 'html'>
  text: ArticleText
}

interface ArticleText {
  articleHtml: string
}

export const textId = 'article-text'

/** Omits the article's HTML from the dehydrated data: the browser reads it from the rendered page instead. */
export const articleSerializer = createSerializationAdapter({
  key: textId,
  test: (value): value is ArticleText => typeof value === 'object' && value !== null && 'articleHtml' in value,
  toSerializable: () => '',
  fromSerializable: () => ({ articleHtml: document.getElementById(textId)?.innerHTML ?? '' }),
})
