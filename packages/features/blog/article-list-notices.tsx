import { Button, buttonLook } from '@duo/platform/browser/ui/button.tsx'
import { Skeleton } from '@duo/platform/browser/ui/skeleton.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { agentPath } from '@duo/platform/shared/motif.ts'
import { Link, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Asked } from './rules.ts'

/** Asks the server again for what the page shows. */
export function RetryButton() {
  const router = useRouter()
  return <Button onClick={() => router.invalidate()}>{m.blog_retry()}</Button>
}

/** What stands where articles would: the two halves apart, and what to do. */
function ListNotice({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-8 gap-y-8 py-8 md:grid-cols-[auto_1fr] md:items-center md:py-16">
      <svg viewBox="0 0 240 120" aria-hidden="true" focusable="false" className="h-24 w-auto justify-self-start md:h-36">
        <circle cx={59} cy={60} r={58} className="fill-none stroke-line-strong" strokeWidth={2} strokeDasharray="3 7" />
        <path d={agentPath({ x: 180, y: 60, r: 58 })} className="fill-paper-sunk" />
      </svg>
      <div>
        <h3 className="font-voice text-3xl font-[560] wrap-anywhere">{title}</h3>
        <p className="mt-3 max-w-[48ch] text-muted">{text}</p>
        <div className="mt-6">{children}</div>
      </div>
    </div>
  )
}

/** Nothing fits what was asked for: what else to try. */
export function ListEmpty({ asked: { q } }: { asked: Asked }) {
  return (
    <ListNotice
      title={q ? m.blog_empty_search_title({ words: q }) : m.blog_empty_title()}
      text={q ? m.blog_empty_search_text() : m.blog_empty_text()}
    >
      <Link to="/blog" resetScroll={false} className={buttonLook('primary')}>
        {m.blog_empty_all()}
      </Link>
    </ListNotice>
  )
}

/** The articles could not be fetched. */
export function ListFailure() {
  return (
    <div role="alert">
      <ListNotice title={m.blog_failed_title()} text={m.blog_failed_text()}>
        <RetryButton />
      </ListNotice>
    </div>
  )
}

/** The index in outline, while its articles are on their way. */
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
