import { ListNotice } from '@duo/platform/browser/ui/feedback/list-notice.tsx'
import { Skeleton } from '@duo/platform/browser/ui/feedback/skeleton.tsx'
import { Button, buttonClasses } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { Link, useRouter } from '@tanstack/react-router'
import type { IndexSearch } from '../../rules.ts'

export function RetryButton() {
  const router = useRouter()
  return <Button onClick={() => router.invalidate()}>{m.blog_retry()}</Button>
}

export function ListEmpty({ search: { q } }: { search: IndexSearch }) {
  return (
    <ListNotice
      level={3}
      title={q ? m.blog_empty_search_title({ words: q }) : m.blog_empty_title()}
      text={q ? m.blog_empty_search_text() : m.blog_empty_text()}
    >
      <Link to="/blog" resetScroll={false} className={buttonClasses('primary')}>
        {m.blog_empty_all()}
      </Link>
    </ListNotice>
  )
}

export function ListFailure() {
  return (
    <div role="alert">
      <ListNotice level={3} title={m.blog_failed_title()} text={m.blog_failed_text()}>
        <RetryButton />
      </ListNotice>
    </div>
  )
}

export function ListSkeleton() {
  return (
    <div>
      <p role="status" className="sr-only">
        {m.blog_loading()}
      </p>
      <div className="flex min-h-16 items-center justify-between gap-8 border-b border-line-strong pb-4">
        <Skeleton className="h-5 w-2/3 rounded-sm lg:w-1/2" />
        <Skeleton className="h-11 w-1/4 rounded-heard max-md:hidden" />
      </div>
      <div className="mt-10 grid gap-x-8 gap-y-10 md:grid-cols-2 lg:grid-cols-12">
        <Skeleton className="aspect-video rounded-voice md:col-span-2 lg:col-span-8" />
        <div className="self-end md:col-span-2 lg:col-span-4">
          <Skeleton className="h-5 w-1/2 rounded-sm" />
          <Skeleton className="mt-4 h-28 w-full rounded-md" />
          <Skeleton className="mt-4 h-16 w-full rounded-md" />
        </div>
        <Skeleton className="aspect-video rounded-voice lg:col-span-7" />
        <Skeleton className="aspect-video rounded-voice lg:col-span-5 lg:mt-24" />
      </div>
    </div>
  )
}
