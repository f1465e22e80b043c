import { Button, buttonLook } from '@duo/platform/browser/ui/button.tsx'
import { Skeleton } from '@duo/platform/browser/ui/skeleton.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { agentPath } from '@duo/platform/shared/motif.ts'
import { Link, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** What stands where agents would: the two halves apart, and what to do. */
function Notice({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <div className="grid gap-x-8 gap-y-8 py-8 md:grid-cols-[auto_1fr] md:items-center md:py-16">
      <svg viewBox="0 0 240 120" aria-hidden="true" focusable="false" className="h-24 w-auto justify-self-start md:h-36">
        <circle cx={59} cy={60} r={58} className="fill-none stroke-line-strong" strokeWidth={2} strokeDasharray="3 7" />
        <path d={agentPath({ x: 180, y: 60, r: 58 })} className="fill-paper-sunk" />
      </svg>
      <div>
        <h3 className="font-voice text-3xl font-[560] wrap-anywhere">{title}</h3>
        <p className="mt-3 max-w-[48ch] text-muted">{text}</p>
        {children && <div className="mt-6">{children}</div>}
      </div>
    </div>
  )
}

/** There is nobody yet (spec, section 2). */
export function NoAgents() {
  return <Notice title={m.marketplace_empty_title()} text={m.marketplace_empty_text()} />
}

/** Nobody fits what was asked for. */
export function NoneFits({ onClear }: { onClear: () => void }) {
  return (
    <Notice title={m.marketplace_none_title()} text={m.marketplace_none_text()}>
      <Link to="/marketplace" resetScroll={false} onClick={onClear} className={buttonLook('primary')}>
        {m.marketplace_none_all()}
      </Link>
    </Notice>
  )
}

/** The agents could not be fetched; a toast has said so. */
export function AgentsFailure() {
  const router = useRouter()
  return (
    <Notice title={m.marketplace_failed_title()} text={m.marketplace_failed_text()}>
      <Button onClick={() => router.invalidate()}>{m.marketplace_retry()}</Button>
    </Notice>
  )
}

const places = ['a', 'b', 'c', 'd', 'e', 'f'] as const

/** The grid in outline, while the agents are on their way. */
export function AgentsSkeleton() {
  return (
    <div>
      <p role="status" className="flex min-h-16 items-center border-b border-line-strong pb-4 text-muted">
        {m.marketplace_loading()}
      </p>
      <div aria-hidden="true" className={`${gridLook} pt-10 lg:pt-14`}>
        {places.map((place) => (
          <div key={place} className="grid grid-cols-[6rem_1fr] gap-5 sm:block">
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

/** How agents stand: one a row on phones, then two, then three, the middle of them lower. */
export const gridLook =
  'grid gap-x-8 gap-y-12 sm:grid-cols-2 sm:gap-y-16 lg:grid-cols-3 lg:[&>*:nth-child(3n+2)]:mt-16 lg:[&>*:nth-child(3n+2)]:-mb-16'
