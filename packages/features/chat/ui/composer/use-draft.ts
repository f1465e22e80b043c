import { type RefObject, useEffect, useState } from 'react'
import { authKey } from '../../../session/ui/session-events.ts'
import { usePageContext } from '../../../shell/ui/pages/page-context.ts'
import type { Message } from '../../schema.ts'
import { type Draft, holdDraft, readDraft, restoreHeldDraft, saveDraft } from './draft-storage.ts'

/** Before anything reads what is kept: what this page held when somebody signed out in another tab is back. */
export function useRestoreDraft(conversationId: string): void {
  const { auth } = usePageContext()
  useEffect(() => restoreHeldDraft(auth, conversationId), [auth, conversationId])
}

/** Holds on to what stands here when somebody signs out in another tab, which leads this page away and wipes what is stored. */
export function usePreserveDraft(conversationId: string, { text, outgoing }: Draft): void {
  const { auth } = usePageContext()
  useEffect(() => {
    const onStorage = ({ key, newValue }: StorageEvent) => {
      if (key === authKey && newValue?.startsWith('signed_out')) holdDraft(auth, conversationId, { text, outgoing })
    }
    window.addEventListener('storage', onStorage)
    return () => window.removeEventListener('storage', onStorage)
  }, [auth, conversationId, text, outgoing])
}

/** What stands in the field of a conversation: kept in this browser, put aside while an earlier question is edited. */
export function useDraft(conversationId: string, field: RefObject<HTMLTextAreaElement | null>) {
  const [text, setText] = useState('')
  const [editing, setEditing] = useState<{ message: Message; savedText: string } | null>(null)
  useEffect(() => {
    const saved = readDraft(conversationId).text
    // what was typed before the page's scripts were there
    const typedEarly = field.current?.value ?? ''
    const both = saved.endsWith(typedEarly) ? saved : [saved, typedEarly].filter(Boolean).join('\n')
    setText(both)
    if (both !== saved) saveDraft(conversationId, { text: both })
  }, [conversationId, field])
  const write = (typed: string) => {
    setText(typed)
    if (editing === null) saveDraft(conversationId, { text: typed })
  }
  return {
    text,
    write,
    editing: editing?.message ?? null,
    edit: (message: Message) => {
      setEditing({ message, savedText: editing?.savedText ?? text })
      setText(message.content)
    },
    cancelEdit: () => {
      setText(editing?.savedText ?? '')
      setEditing(null)
    },
    /** What was written is on its way. */
    clear: () => {
      setText(editing?.savedText ?? '')
      setEditing(null)
      if (editing === null) saveDraft(conversationId, { text: '' })
    },
  }
}
