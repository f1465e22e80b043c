import { getRouteApi } from '@tanstack/react-router'
import { Suspense, useDeferredValue } from 'react'
import { ArticleIndex } from './article-index.tsx'
import { ListSkeleton } from './article-list-states.tsx'
import { BlogHero } from './blog-hero.tsx'
// routes.tsx asks for it too; said here so that it is fetched together with the page
import '../head.ts'

const route = getRouteApi('/blog')

/** The blog's index. Another list is shown when it is there; until then the one before stays. */
export function Page() {
  const { category, q, shown: count } = route.useSearch()
  const data = route.useLoaderData()
  const shown = useDeferredValue(data)
  return (
    <>
      <BlogHero />
      <div id="articles" className="page-column pt-6 pb-section lg:pt-8">
        <Suspense fallback={<ListSkeleton />}>
          <ArticleIndex data={shown} search={{ category, q, shown: count }} busy={shown !== data} />
        </Suspense>
      </div>
    </>
  )
}
