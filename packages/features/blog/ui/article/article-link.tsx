import { getLocale } from '@duo/platform/i18n/locale.ts'
import { intlLocale } from '@duo/platform/shared/locale.ts'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ArticleCard } from '../../schema.ts'

export const langIfDifferent = ({ language }: Pick<ArticleCard, 'language'>) =>
  language === getLocale() ? undefined : intlLocale(language)

interface ArticleLinkProps {
  article: ArticleCard
  className?: string
  children: ReactNode
}

export function ArticleLink({ article, className, children }: ArticleLinkProps) {
  const tag = langIfDifferent(article)
  return (
    <Link to={article.path} lang={tag} hrefLang={tag} className={className}>
      {children}
    </Link>
  )
}
