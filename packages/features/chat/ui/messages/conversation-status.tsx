import { m } from '@duo/platform/i18n/messages.ts'
import type { Talk } from '../state/conversation-reducer.ts'
import type { NotSwitched } from '../state/use-versions.ts'
import { BubblesSkeleton } from './messages-skeleton.tsx'

/** How it is with the line, and whether there is still a conversation. */
export const LineStatus = ({ talk, notSwitched }: { talk: Talk; notSwitched: NotSwitched | null }) => (
  <p role="status" className="text-sm font-semibold not-empty:pb-2">
    {talk.live && talk.live.losses > 0 && talk.live.line !== 'open' && m.chat_reconnecting()}
    {talk.gone && m.chat_gone()}
    {notSwitched?.problem === 'not_beside' && m.chat_version_elsewhere()}
  </p>
)

/** A new answer could not be asked for: said where the old one stands. */
export const RetryFailed = () => (
  <p role="alert" className="pb-3 text-sm font-semibold text-danger">
    {m.chat_retry_failed()}
  </p>
)

/** Stands for what was said until the page's scripts are there, where that takes a moment. */
export const TalkSkeleton = () => (
  <div className="mx-auto flex min-h-0 w-full max-w-[62rem] flex-1 animate-appear-met flex-col justify-end gap-6 overflow-clip px-4 pb-8 md:px-8 noscript:invisible">
    <BubblesSkeleton />
  </div>
)

/** Says that conversations need scripts. */
export const NoScript = () => (
  <noscript>
    <p className="px-5 py-8 font-semibold">{m.chat_noscript()}</p>
  </noscript>
)
