import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { Link } from '@tanstack/react-router'
import type { Message } from '../../schema.ts'
import { IconButton } from '../icon-button.tsx'
import { PencilIcon } from '../icons.tsx'
import { VersionSwitch } from '../reply/version-switch.tsx'
import type { PendingMessage, SendError } from '../state/conversation-reducer.ts'
import type { SwitchFailure } from '../state/use-versions.ts'
import { CopyText } from './copy-message.tsx'
import { bubbleWidth, noteWidth } from './message-classes.ts'
import { MessageTime } from './message-time.tsx'

const bubble = `${bubbleWidth} rounded-voice px-3.5 py-2.5 whitespace-pre-wrap wrap-anywhere sm:px-5 sm:py-3`

interface UserMessageProps {
  message: Message
  onEdit: ((message: Message) => void) | null
  onShow: ((shown: Message, id: string) => void) | null
  switchFailure: SwitchFailure | null
}

export function UserMessage({ message, onEdit, onShow, switchFailure }: UserMessageProps) {
  const problem = switchFailure?.id === message.id ? switchFailure.problem : null
  return (
    <div className="group flex flex-col items-end">
      <p data-testid="bubble" className={`${bubble} bg-voice-deep text-on-deep`}>
        <span className="sr-only">{m.chat_you()}: </span>
        {message.content}
      </p>
      <div className="flex items-center gap-1 text-xs text-muted">
        <span className="flex transition-opacity pointer-fine:opacity-0 pointer-fine:group-hover:opacity-100 pointer-fine:group-focus-within:opacity-100">
          {onEdit && (
            <IconButton label={m.chat_edit()} onClick={() => onEdit(message)}>
              <PencilIcon />
            </IconButton>
          )}
          <CopyText text={message.content} />
        </span>
        {message.version && <VersionSwitch version={message.version} disabled={!onShow} onShow={(id) => onShow?.(message, id)} />}
        <MessageTime at={message.created_at} />
      </div>
      {problem && problem !== 'on_other_branch' && (
        <p role="alert" className={`${noteWidth} pb-3 text-right text-sm font-semibold text-danger`}>
          {problem === 'busy' ? m.chat_version_busy() : m.chat_version_failed()}
        </p>
      )}
    </div>
  )
}

export const sendErrorTexts: Record<SendError, () => string> = {
  failed: () => m.chat_unsent_failed(),
  busy: () => m.chat_unsent_busy(),
  too_many: () => m.chat_unsent_too_many(),
  limit: () => m.chat_unsent_limit(),
  signed_out: () => m.chat_unsent_signed_out(),
  gone: () => m.chat_unsent_gone(),
  replaced: () => m.chat_unsent_replaced(),
  moved: () => m.chat_unsent_moved(),
}

interface UnsentMessageProps {
  outgoing: PendingMessage
  isFree: boolean
  conversationId: string
  onResend: () => void
  onCancel: () => void
}

export function UnsentMessage({
  outgoing: { content, problem, at },
  isFree,
  conversationId,
  onResend,
  onCancel,
}: UnsentMessageProps) {
  if (problem === null) {
    return (
      <div className="flex flex-col items-end">
        <p data-testid="bubble" className={`${bubble} bg-voice-deep text-on-deep`}>
          {content}
        </p>
        <p className="flex min-h-touch items-center text-xs text-muted">
          <MessageTime at={at} />
        </p>
      </div>
    )
  }
  return (
    <div className="flex flex-col items-end gap-2">
      <p data-testid="bubble" className={`${bubble} border-2 border-dashed border-danger bg-paper-raised`}>
        {content}
      </p>
      <p role="alert" className={`${noteWidth} text-right text-sm font-semibold text-danger`}>
        {m.chat_send_failed()}. <span className="font-normal text-ink">{sendErrorTexts[problem]()}</span>
      </p>
      <div className="flex flex-wrap justify-end gap-2 pb-3">
        <Button variant="plain" onClick={onCancel}>
          {m.chat_unsent_back()}
        </Button>
        {problem === 'signed_out' ? (
          <Link
            to="/auth"
            search={{ mode: 'sign-in', next: `/chat/${conversationId}` }}
            className="inline-flex min-h-touch items-center rounded-voice border border-line-strong px-5 text-sm font-semibold hover:border-ink"
          >
            {m.chat_unsent_sign_in()}
          </Link>
        ) : (
          problem !== 'gone' && (
            <Button variant="quiet" disabled={!isFree || problem === 'limit'} onClick={onResend}>
              {m.chat_unsent_again()}
            </Button>
          )
        )}
      </div>
    </div>
  )
}
