import { m } from '@duo/platform/i18n/messages.ts'
import { useEffect, useRef, useState } from 'react'
import { withoutCitations } from '../../rules.ts'
import type { Talk } from '../state/conversation-reducer.ts'
import { isRunning } from '../state/reply-stream-state.ts'
import { plainText } from './plain-text.ts'

/** Longest answer that is read out whole. */
const longestAnnounced = 1_500

/** Tells assistive technology, politely, that somebody writes, and the answer once it is there: never piece by piece. */
export function Announcer({ name, talk: { live, messages } }: { name: string; talk: Talk }) {
  const followed = useRef<string | null>(null)
  const [said, setSaid] = useState('')
  const id = live?.id ?? null
  const last = messages.at(-1)
  const lastSeq = useRef(last?.seq ?? 0)
  useEffect(() => {
    const isNew = (last?.seq ?? 0) > lastSeq.current
    lastSeq.current = last?.seq ?? 0
    // help comes whole, also while another reply is written
    if (isNew && last?.origin === 'help') return setSaid(m.chat_answered({ name, text: plainText(last.content) }))
    const before = followed.current
    followed.current = id
    if (id !== null && id !== before) return setSaid(m.chat_typing({ name }))
    if (id !== null || before === null) return
    const reply = messages.find((message) => message.id === before)
    if (reply && !isRunning(reply))
      setSaid(
        m.chat_answered({
          name,
          text: plainText(withoutCitations(reply.content, reply.sources.length)).slice(0, longestAnnounced),
        }),
      )
  }, [id, last, messages, name])
  return (
    <p role="status" className="sr-only">
      {said}
    </p>
  )
}
