import { Skeleton } from '@duo/platform/browser/ui/feedback/skeleton.tsx'
import { m } from '@duo/platform/i18n/messages.ts'

export const HistorySkeleton = () => (
  <div>
    <p role="status" className="sr-only">
      {m.chat_history_loading()}
    </p>
    <div aria-hidden="true" className="grid gap-4 px-2 py-2">
      {['a', 'b', 'c', 'd'].map((place) => (
        <div key={place} className="flex gap-3">
          <Skeleton className="size-10 flex-none rounded-voice" />
          <Skeleton className="h-12 flex-1 rounded-md" />
        </div>
      ))}
    </div>
  </div>
)
