import { ArrowIcon } from '@duo/platform/browser/ui/icons.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import type { ArticleCard as Card } from '../../schema.ts'
import { ArticleCard } from '../index/article-card.tsx'
import type { ArticleData } from '../loaders.ts'
import { ArticleLink } from './article-link.tsx'

export function ArticleRelated({ article: { related, previous, next } }: Pick<ArticleData, 'article'>) {
  return (
    <div className="print:hidden">
      {related.length > 0 && (
        <section aria-labelledby="related-title" className="bg-paper-sunk">
          <div className="page-column py-section">
            <h2 id="related-title" className="font-voice text-4xl font-[300]">
              {m.blog_related()}
            </h2>
            <ul className="mt-8 grid gap-x-8 gap-y-10 md:mt-10 md:grid-cols-2 lg:grid-cols-3">
              {related.map((card) => (
                <li key={card.path}>
                  <ArticleCard article={card} form="tall" />
                </li>
              ))}
            </ul>
          </div>
        </section>
      )}
      <nav aria-label={m.blog_onward()} className="page-column grid gap-x-8 pt-12 md:grid-cols-2 md:pt-16">
        {previous && <AdjacentArticle article={previous} label={m.blog_previous()} side="before" />}
        {next && <AdjacentArticle article={next} label={m.blog_next()} side="after" />}
      </nav>
    </div>
  )
}

function AdjacentArticle({ article, label, side }: { article: Card; label: string; side: 'before' | 'after' }) {
  const after = side === 'after'
  return (
    <ArticleLink
      article={article}
      className={`group flex flex-col gap-2 border-t border-line-strong py-6 ${after ? 'md:col-start-2 md:items-end md:text-right' : ''}`}
    >
      <span className="flex items-center gap-2 text-sm text-muted">
        {!after && <Arrow className="rotate-180 group-hover:-translate-x-1" />}
        <span>{label}</span>
        {after && <Arrow className="group-hover:translate-x-1" />}
      </span>
      <span className="max-w-[26ch] font-display text-xl leading-tight font-[560] decoration-overlap decoration-2 underline-offset-[0.14em] group-hover:underline">
        {article.title}
      </span>
    </ArticleLink>
  )
}

const Arrow = ({ className }: { className: string }) => (
  <span className={`transition-transform ${className}`}>
    <ArrowIcon />
  </span>
)
