import { m } from '@duo/platform/i18n/messages.ts'
import type { ConversationState, SendError } from '../state/conversation-reducer.ts'
import type { StreamingReply } from '../state/reply-stream-state.ts'
import type { SwitchFailure } from '../state/use-versions.ts'
import { sendErrorTexts } from './user-message.tsx'

function connectionText({ connection, failedAttempts }: StreamingReply): string | null {
  if (connection === 'paused') return m.chat_paused()
  return failedAttempts > 0 && connection !== 'open' ? m.chat_reconnecting() : null
}

export const ConversationStatus = ({
  state,
  switchFailure,
}: {
  state: ConversationState
  switchFailure: SwitchFailure | null
}) => {
  const connection = state.live && connectionText(state.live)
  return (
    <p role="status" className="text-sm font-semibold not-empty:pb-2">
      {connection && <span>{connection}</span>}
      {state.isDeleted && <span>{m.chat_gone()}</span>}
      {switchFailure?.problem === 'on_other_branch' && <span>{m.chat_version_elsewhere()}</span>}
    </p>
  )
}

export const RetryFailed = () => (
  <p role="alert" className="pb-3 text-sm font-semibold text-danger">
    {m.chat_retry_failed()}
  </p>
)

export const NotSent = ({ problem }: { problem: SendError }) => (
  <p role="alert" className="pb-3 text-sm font-semibold text-danger">
    {m.chat_send_failed()}. <span className="font-normal text-ink">{sendErrorTexts[problem]()}</span>
  </p>
)

export const NoScript = () => (
  <noscript>
    <p className="px-5 py-8 font-semibold">{m.chat_noscript()}</p>
  </noscript>
)
