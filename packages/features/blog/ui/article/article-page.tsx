import { Skeleton } from '@duo/platform/browser/ui/feedback/skeleton.tsx'
import { getLocale } from '@duo/platform/i18n/locale.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { intlLocale } from '@duo/platform/shared/locale.ts'
import { useLoaderData, useRouteContext } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { ArticleHeader } from './article-header.tsx'
import { langIfDifferent } from './article-link.tsx'
import { ArticleRelated } from './article-related.tsx'
import { TableOfContents } from './table-of-contents.tsx'
// imported here as well as in routes.ts so that both load in parallel
import '../head.ts'
import { isLong } from '../../rules.ts'
import { type Shareable, ShareList } from '../share/share-list.tsx'
import { type ArticleData, textId } from './article-serializer.ts'
import { ReadingProgress } from './reading-progress.tsx'

export function Page() {
  const data = useLoaderData({ strict: false }) as ArticleData
  return <ArticleView key={data.article.path} {...data} />
}

export function ArticleView({ article, text }: ArticleData) {
  const origin = useRouteContext({ from: '__root__', select: (context) => context.origin })
  const shared = { url: origin + article.path, title: article.title }
  const tag = langIfDifferent(article)
  const interfaceTag = tag && intlLocale(getLocale())
  return (
    <>
      <article lang={tag}>
        <ArticleHeader article={article} shared={shared} interfaceTag={interfaceTag} />
        <ArticleBody article={article} text={text} interfaceTag={interfaceTag} />
        <ShareFooter shared={shared} interfaceTag={interfaceTag} />
      </article>
      <ArticleRelated article={article} />
    </>
  )
}

interface ArticleBodyProps extends Pick<ArticleData, 'article' | 'text'> {
  interfaceTag: string | undefined
}

function ArticleBody({ article: { headings }, text, interfaceTag }: ArticleBodyProps) {
  const body = useRef<HTMLDivElement>(null)
  const long = isLong(headings)
  return (
    <div className="article-scope page-column grid grid-cols-1 gap-x-8 gap-y-8 pt-8 md:pt-12 lg:grid-cols-12 lg:pt-20">
      {long && <ReadingProgress of={body} />}
      {long && <TableOfContents headings={headings} interfaceTag={interfaceTag} />}
      <div
        ref={body}
        id={textId}
        className="article-text min-w-0 lg:col-span-8 lg:col-start-5"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: our own server made it and let nothing through that runs
        dangerouslySetInnerHTML={{ __html: text.articleHtml }}
      />
    </div>
  )
}

function ShareFooter({ shared, interfaceTag }: { shared: Shareable; interfaceTag: string | undefined }) {
  return (
    <section
      lang={interfaceTag}
      aria-labelledby="share-title"
      className="page-column grid gap-x-8 pt-12 pb-section lg:grid-cols-12 print:hidden"
    >
      <div className="border-t border-line-strong pt-6 lg:col-span-8 lg:col-start-5">
        <h2 id="share-title" className="text-xl">
          {m.blog_share_title()}
        </h2>
        <p className="mt-1 text-muted">{m.blog_share_text()}</p>
        <div className="mt-3">
          <ShareList shared={shared} form="line" />
        </div>
      </div>
    </section>
  )
}

export function ArticleSkeleton() {
  // the router scrolls to the top only when the article has loaded; the skeleton must be visible before
  useEffect(() => {
    // braces: newer browsers return a promise, which React would call as a clean-up
    window.scrollTo({ top: 0, behavior: 'instant' })
  }, [])
  return (
    <div className="page-column min-h-svh pt-header">
      <p role="status" className="sr-only">
        {m.blog_article_loading()}
      </p>
      <div className="grid gap-8 pt-6 lg:grid-cols-12">
        <div className="lg:col-span-5 lg:py-4">
          <Skeleton className="h-5 w-32 rounded-sm" />
          <Skeleton className="mt-16 h-9 w-36 rounded-voice" />
          <Skeleton className="mt-6 h-40 w-full rounded-md" />
          <Skeleton className="mt-6 h-24 w-4/5 rounded-md" />
        </div>
        <Skeleton className="aspect-video lg:col-span-7 lg:rounded-l-[4rem]" />
        <div className="grid max-w-[33em] gap-4 pt-8 lg:col-span-8 lg:col-start-5">
          {['w-full', 'w-11/12', 'w-5/6', 'w-3/5'].map((width) => (
            <Skeleton key={width} className={`h-5 rounded-sm ${width}`} />
          ))}
        </div>
      </div>
    </div>
  )
}
