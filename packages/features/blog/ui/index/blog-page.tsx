import { m } from '@duo/platform/i18n/messages.ts'
import { getRouteApi } from '@tanstack/react-router'
import { ArticleFilters } from './article-filters.tsx'
import { ArticleIndex } from './article-index.tsx'
import { BlogHero } from './blog-hero.tsx'

const route = getRouteApi('/blog')

export function Page() {
  const { search, list } = route.useLoaderData()
  return (
    <>
      <BlogHero />
      <div id="articles" data-list className="page-column pt-6 pb-section lg:pt-8">
        <ArticleFilters search={search} categories={list?.categories} />
        <p role="status" data-loading={m.blog_loading()} className="sr-only" />
        <ArticleIndex search={search} answer={list} />
        <p role="alert" hidden data-list-failed className="mt-6 max-w-[44ch]">
          {m.blog_more_failed()}
        </p>
      </div>
    </>
  )
}
