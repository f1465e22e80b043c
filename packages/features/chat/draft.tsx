import { useEffect, useState } from 'react'
import { keepDraft, readDraft } from './draft-memory.tsx'
import type { Message } from './schema.ts'

/** What stands in the field of a conversation: kept in this browser, put aside while an earlier question is edited. */
export function useDraft(conversationId: string) {
  const [text, setText] = useState('')
  const [editing, setEditing] = useState<{ message: Message; aside: string } | null>(null)
  useEffect(() => setText(readDraft(conversationId).text), [conversationId])
  const write = (typed: string) => {
    setText(typed)
    if (editing === null) keepDraft(conversationId, { text: typed })
  }
  return {
    text,
    write,
    editing: editing?.message ?? null,
    edit: (message: Message) => {
      setEditing({ message, aside: editing?.aside ?? text })
      setText(message.content)
    },
    cancelEdit: () => {
      setText(editing?.aside ?? '')
      setEditing(null)
    },
    /** What was written is on its way. */
    clear: () => {
      setText(editing?.aside ?? '')
      setEditing(null)
      if (editing === null) keepDraft(conversationId, { text: '' })
    },
  }
}
