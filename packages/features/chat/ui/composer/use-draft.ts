import { type RefObject, useEffect, useState } from 'react'
import { authKey } from '../../../session/ui/session-events.ts'
import { usePageContext } from '../../../shell/ui/pages/page-context.ts'
import type { Message } from '../../schema.ts'
import { type Draft, keepDraft, keepInPage, putBack, readDraft } from './draft-storage.ts'

/** Before anything reads what is kept: what this page held when somebody signed out in another tab is back. */
export function useWordsPutBack(conversationId: string): void {
  const { auth } = usePageContext()
  useEffect(() => putBack(auth, conversationId), [auth, conversationId])
}

/** Holds on to what stands here when somebody signs out in another tab, which leads this page away and wipes what is stored. */
export function useWordsHeld(conversationId: string, { text, outgoing }: Draft): void {
  const { auth } = usePageContext()
  useEffect(() => {
    const hear = ({ key, newValue }: StorageEvent) => {
      if (key === authKey && newValue?.startsWith('signed_out')) keepInPage(auth, conversationId, { text, outgoing })
    }
    window.addEventListener('storage', hear)
    return () => window.removeEventListener('storage', hear)
  }, [auth, conversationId, text, outgoing])
}

/** What stands in the field of a conversation: kept in this browser, put aside while an earlier question is edited. */
export function useDraft(conversationId: string, field: RefObject<HTMLTextAreaElement | null>) {
  const [text, setText] = useState('')
  const [editing, setEditing] = useState<{ message: Message; aside: string } | null>(null)
  useEffect(() => {
    const kept = readDraft(conversationId).text
    // what was typed before the page's scripts were there
    const early = field.current?.value ?? ''
    const both = kept.endsWith(early) ? kept : [kept, early].filter(Boolean).join('\n')
    setText(both)
    if (both !== kept) keepDraft(conversationId, { text: both })
  }, [conversationId, field])
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
