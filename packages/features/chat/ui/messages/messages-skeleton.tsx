import { Skeleton } from '@duo/platform/browser/ui/feedback/skeleton.tsx'

export const MessagesSkeleton = () => (
  <>
    <Skeleton className="h-12 w-2/5 self-end rounded-voice" />
    <Skeleton className="h-32 w-3/5 rounded-heard" />
    <Skeleton className="h-12 w-1/3 self-end rounded-voice" />
    <Skeleton className="h-20 w-1/2 rounded-heard" />
  </>
)
