import { m } from '@duo/platform/i18n/messages.ts'
import { useEffect, useRef, useState } from 'react'
import { withoutCitations } from '../../rules.ts'
import { plainText } from '../markdown/plain-text.ts'
import type { ConversationState } from '../state/conversation-reducer.ts'
import { isRunning } from '../state/reply-stream-state.ts'

const maxAnnouncedLength = 1_500

/** Announces the wait and the finished answer to screen readers, never single chunks. */
export function LiveAnnouncer({ name, state: { live, messages } }: { name: string; state: ConversationState }) {
  const previousId = useRef<string | null>(null)
  const [announcement, setAnnouncement] = useState({ key: '', text: '' })
  const id = live?.id ?? null
  const last = messages.at(-1)
  const lastSeq = useRef(last?.seq ?? 0)
  useEffect(() => {
    const isNew = (last?.seq ?? 0) > lastSeq.current
    lastSeq.current = last?.seq ?? 0
    const finishedId = previousId.current
    previousId.current = id
    if (last?.origin === 'help') {
      // the reply that it interrupted ends later, and must not be announced over it
      if (isNew)
        setAnnouncement({ key: last.id, text: m.chat_answered({ name: m.chat_help_name(), text: plainText(last.content) }) })
      return
    }
    if (id !== null && id !== finishedId) return setAnnouncement({ key: `${id} typing`, text: m.chat_thinking({ name }) })
    if (id !== null || finishedId === null) return
    const reply = messages.find((message) => message.id === finishedId)
    if (reply && !isRunning(reply))
      setAnnouncement({
        key: reply.id,
        text: m.chat_answered({
          name,
          text: [
            plainText(withoutCitations(reply.content, reply.sources.length)).slice(0, maxAnnouncedLength),
            ...(reply.help ? [`${m.chat_help_hint()} ${m.chat_help_hint_link()}`] : []),
          ].join(' '),
        }),
      })
  }, [id, last, messages, name])
  return (
    <p role="status" className="sr-only">
      {/* a new element, because the same words twice would be silent the second time */}
      <span key={announcement.key}>{announcement.text}</span>
    </p>
  )
}
