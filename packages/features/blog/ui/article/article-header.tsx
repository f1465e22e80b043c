import { Logo } from '@duo/platform/browser/ui/motif/logo.tsx'
import { Name } from '@duo/platform/browser/ui/name.tsx'
import { formatDate } from '@duo/platform/i18n/format.ts'
import { getLocale } from '@duo/platform/i18n/locale.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { Link } from '@tanstack/react-router'
import { categoryName } from '../category-name.ts'
import type { ArticleData } from '../loaders.ts'
import type { Shareable } from '../share/share-list.tsx'
import { ShareMenu } from '../share/share-menu.tsx'
import { authorName, Day, isTeam } from './article-byline.tsx'
import { ArticlePicture } from './article-picture.tsx'

interface ArticleHeaderProps {
  article: ArticleData['article']
  shared: Shareable
  interfaceTag: string | undefined
}

export function ArticleHeader({ article, shared, interfaceTag }: ArticleHeaderProps) {
  return (
    <header className="overflow-x-clip pt-header print:pt-0">
      <div className="page-column grid gap-x-8 gap-y-8 pt-4 md:pt-6 lg:grid-cols-12">
        <div className="flex flex-col lg:col-span-5">
          <Link
            to="/blog"
            lang={interfaceTag}
            className="text-link -ml-1 inline-flex min-h-touch items-center self-start px-1 text-sm font-semibold print:hidden"
          >
            {m.blog_article_back()}
          </Link>
          <div className="my-auto pt-6 lg:py-10">
            <Kicker article={article} interfaceTag={interfaceTag} />
            <h1 className="font-voice mt-4 text-3xl leading-[1.05] font-[560] md:text-4xl lg:max-xl:text-3xl">{article.title}</h1>
            <p className="mt-5 max-w-[46ch] text-lg leading-snug text-muted">{article.excerpt}</p>
          </div>
          <Signature article={article} shared={shared} interfaceTag={interfaceTag} />
        </div>
        <div className="-mx-gutter aspect-video self-center overflow-clip bg-paper-sunk lg:col-span-7 lg:mr-[calc(-1*max(var(--spacing-gutter),(100vw-var(--container-page))/2))] lg:ml-0 lg:rounded-l-[4rem] lg:rounded-bl-[0.75rem]">
          <ArticlePicture image={article.image} alt={article.figure} sizes="(min-width: 64rem) 62vw, 100vw" priority />
        </div>
      </div>
    </header>
  )
}

function Kicker({ article, interfaceTag }: Omit<ArticleHeaderProps, 'shared'>) {
  return (
    <p lang={interfaceTag} className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
      <Link
        to="/blog"
        search={{ category: article.category }}
        className="inline-flex min-h-touch items-center rounded-voice bg-voice-bright px-4 font-semibold text-on-bright"
      >
        {categoryName(article.category)}
      </Link>
      <span className="figures text-muted">{m.blog_read_time({ minutes: article.readTime })}</span>
      {interfaceTag && <strong className="font-semibold">{m.blog_article_english_only()}</strong>}
    </p>
  )
}

function Signature({ article, shared, interfaceTag }: ArticleHeaderProps) {
  const { author, date, modifiedTime } = article
  const changed = modifiedTime.slice(0, 10)
  return (
    <div
      lang={interfaceTag}
      className="mt-6 flex flex-wrap items-center gap-x-6 gap-y-4 border-t border-line-strong pt-4 lg:mt-0"
    >
      <Logo className="h-7 w-auto flex-none lg:max-xl:hidden [--mark-person:light-dark(var(--color-voice-deep),var(--color-on-deep))]" />
      <p className="text-sm leading-snug">
        <AuthorName author={author} />
        <span className="text-muted">
          <Day date={date} />
          {changed > date && (
            <>
              <span> · </span>
              <time dateTime={changed}>{m.blog_article_updated({ date: formatDate(changed, getLocale()) })}</time>
            </>
          )}
        </span>
      </p>
      <div className="w-full sm:ml-auto sm:w-auto print:hidden">
        <ShareMenu shared={shared} />
      </div>
    </div>
  )
}

function AuthorName({ author }: { author: string }) {
  if (!isTeam(author))
    return (
      <span className="block font-semibold">
        <Name>{authorName(author)}</Name>
      </span>
    )
  return (
    <Link to="/about" hash="team" className="text-link block w-fit font-semibold">
      {authorName(author)}
    </Link>
  )
}
