import { formatNumber } from '@duo/platform/i18n/format.ts'
import { getLocale } from '@duo/platform/i18n/locale.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import type { Message } from '../../schema.ts'
import { noteWidth } from '../messages/message-classes.ts'

const origins: Partial<Record<NonNullable<Message['origin']>, () => string>> = {
  model: () => m.chat_origin_model_hint(),
  offline: () => m.chat_origin_offline_hint(),
  fallback: () => m.chat_origin_fallback_hint(),
}

export const hasDetails = ({ origin }: Message) => origin !== null && origin !== 'help'

export const DetailsButton = ({ panelId, open, onToggle }: { panelId: string; open: boolean; onToggle: () => void }) => (
  <button
    type="button"
    aria-expanded={open}
    aria-controls={open ? panelId : undefined}
    onClick={onToggle}
    className="min-h-touch rounded-full px-1 underline decoration-line-strong underline-offset-4 hover:text-ink"
  >
    {m.chat_details()}
  </button>
)

export function ReplyDetails({ id, message: { origin, problem, tokens } }: { id: string; message: Message }) {
  return (
    <div id={id} className={`${noteWidth} figures mb-2 text-xs text-muted`}>
      {origin !== null && <p>{origins[origin]?.()}</p>}
      {problem === 'resting' && <p>{m.chat_resting()}</p>}
      <p>{tokens ? m.chat_tokens({ count: formatNumber(tokens, getLocale()) }) : m.chat_tokens_none()}</p>
    </div>
  )
}
