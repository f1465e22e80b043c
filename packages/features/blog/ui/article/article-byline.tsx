import { formatDate } from '@duo/platform/i18n/format.ts'
import { getLocale } from '@duo/platform/i18n/locale.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { teamAuthor } from '../../rules.ts'
import type { ArticleCard } from '../../schema.ts'

export const authorName = (author: string, locale = getLocale()) =>
  author === teamAuthor ? m.blog_author_team({}, { locale }) : author

/** The brand's name counts as the team, too. */
export const isTeam = (author: string) => author === teamAuthor || author === m.shell_name()

const byAuthor = (author: string) => (author === teamAuthor ? m.blog_article_by_team() : m.blog_article_by({ author }))

export function Day({ date }: { date: string }) {
  return <time dateTime={date}>{formatDate(date, getLocale())}</time>
}

export function ArticleByline({ article, className = '' }: { article: ArticleCard; className?: string }) {
  return (
    <p className={`text-sm text-muted ${className}`}>
      {byAuthor(article.author)} <span aria-hidden="true">·</span> <Day date={article.date} />
    </p>
  )
}
