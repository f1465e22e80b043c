import { m } from '@duo/platform/i18n/messages.ts'
import type { Message } from '../../schema.ts'

/** Shorter replies need no shorter one. */
const minLength = 240

export const canRephrase = ({ origin, status, content }: Pick<Message, 'origin' | 'status' | 'content'>) =>
  (origin === 'model' || origin === 'offline') && status === 'done' && content.length >= minLength

/** Buttons that ask for the last reply in other words. The engine and models understand them as typed text. */
export function Rephrase({ disabled, onAsk }: { disabled: boolean; onAsk: (question: string) => void }) {
  const choices = [
    { label: m.chat_rephrase_shorter(), question: m.chat_rephrase_shorter_question() },
    { label: m.chat_rephrase_simpler(), question: m.chat_rephrase_simpler_question() },
  ]
  return (
    <ul aria-label={m.chat_rephrase_label()} className="mb-1 flex gap-4 text-sm">
      {choices.map(({ label, question }) => (
        <li key={label}>
          <button
            type="button"
            disabled={disabled}
            onClick={() => onAsk(question)}
            className="min-h-touch underline decoration-line-strong underline-offset-4 enabled-hover:text-link disabled:text-muted"
          >
            {label}
          </button>
        </li>
      ))}
    </ul>
  )
}
