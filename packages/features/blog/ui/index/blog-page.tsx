import { getRouteApi } from '@tanstack/react-router'
import { Suspense, useDeferredValue } from 'react'
import { ArticleIndex } from './article-index.tsx'
import { ListSkeleton } from './article-list-states.tsx'
import { BlogHero } from './blog-hero.tsx'
import '../head.ts'

const route = getRouteApi('/blog')

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
