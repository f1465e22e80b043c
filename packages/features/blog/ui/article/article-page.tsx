import { getLocale } from '@duo/platform/i18n/locale.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { intlLocale } from '@duo/platform/shared/locale.ts'
import { useLoaderData, useRouteContext } from '@tanstack/react-router'
import { isLong } from '../../rules.ts'
import type { ArticleData } from '../loaders.ts'
import { type Shareable, ShareList } from '../share/share-list.tsx'
import { ArticleHeader } from './article-header.tsx'
import { langIfDifferent } from './article-link.tsx'
import { ArticleRelated } from './article-related.tsx'
import { TableOfContents } from './table-of-contents.tsx'

export function Page() {
  const { article, html } = useLoaderData({ strict: false }) as ArticleData
  const origin = useRouteContext({ from: '__root__', select: (context) => context.origin })
  const shared = { url: origin + article.path, title: article.title }
  const tag = langIfDifferent(article)
  const interfaceTag = tag && intlLocale(getLocale())
  return (
    <>
      <article lang={tag}>
        <ArticleHeader article={article} shared={shared} interfaceTag={interfaceTag} />
        <ArticleBody article={article} html={html} interfaceTag={interfaceTag} />
        <ShareFooter shared={shared} interfaceTag={interfaceTag} />
      </article>
      <ArticleRelated article={article} />
    </>
  )
}

interface ArticleBodyProps extends Pick<ArticleData, 'article' | 'html'> {
  interfaceTag: string | undefined
}

function ArticleBody({ article: { headings }, html, interfaceTag }: ArticleBodyProps) {
  const long = isLong(headings)
  return (
    <div className="article-scope page-column grid grid-cols-1 gap-x-8 gap-y-8 pt-8 md:pt-12 lg:grid-cols-12 lg:pt-20">
      {long && <div aria-hidden="true" data-reading-progress className="reading-progress" />}
      {long && <TableOfContents headings={headings} interfaceTag={interfaceTag} />}
      <div
        data-article-text
        className="article-text min-w-0 lg:col-span-8 lg:col-start-5"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: our own server sanitised it
        dangerouslySetInnerHTML={{ __html: html }}
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
