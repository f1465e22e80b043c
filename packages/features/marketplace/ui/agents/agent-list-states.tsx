import { ListNotice } from '@duo/platform/browser/ui/feedback/list-notice.tsx'
import { Skeleton } from '@duo/platform/browser/ui/feedback/skeleton.tsx'
import { Button, buttonClasses } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { Link, useRouter } from '@tanstack/react-router'

/** Shown if there are no agents at all (spec, section 2). */
export function NoAgents() {
  return <ListNotice level={2} title={m.marketplace_empty_title()} text={m.marketplace_empty_text()} />
}

export function NoMatches({ onClear }: { onClear: () => void }) {
  return (
    <ListNotice level={3} title={m.marketplace_none_title()} text={m.marketplace_none_text()}>
      <Link to="/marketplace" resetScroll={false} onClick={onClear} className={buttonClasses('primary')}>
        {m.marketplace_none_all()}
      </Link>
    </ListNotice>
  )
}

export function AgentsFailure() {
  const router = useRouter()
  return (
    <ListNotice level={2} title={m.marketplace_failed_title()} text={m.marketplace_failed_text()}>
      <Button onClick={() => router.invalidate()}>{m.marketplace_retry()}</Button>
    </ListNotice>
  )
}

const skeletonKeys = ['a', 'b', 'c', 'd', 'e', 'f'] as const

export function AgentsSkeleton() {
  return (
    <div>
      <p role="status" className="flex min-h-26 items-center border-b md:min-h-16 border-line-strong pb-4 text-muted">
        {m.marketplace_loading()}
      </p>
      <div aria-hidden="true" className={`${gridClasses} pt-5 sm:pt-8 lg:pt-10`}>
        {skeletonKeys.map((place) => (
          <div key={place} className="grid grid-cols-[5.5rem_1fr] gap-4 sm:block">
            <Skeleton className="aspect-[3/4] rounded-voice sm:aspect-[4/3]" />
            <div>
              <Skeleton className="h-4 w-1/2 rounded-sm sm:mt-10" />
              <Skeleton className="mt-3 h-8 w-3/4 rounded-sm" />
              <Skeleton className="mt-4 h-12 w-full rounded-sm" />
              <Skeleton className="mt-5 h-11 w-44 rounded-voice" />
            </div>
          </div>
        ))}
      </div>
    </div>
  )
}

/** Offsets the middle column of three. */
export const gridClasses =
  'grid gap-x-8 gap-y-7 sm:grid-cols-2 sm:gap-y-16 lg:grid-cols-3 lg:[&>*:nth-child(3n+2)]:mt-16 lg:[&>*:nth-child(3n+2)]:-mb-16'
