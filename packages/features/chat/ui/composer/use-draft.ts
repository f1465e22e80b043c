import { type RefObject, useEffect, useState } from 'react'
import { authKey } from '../../../session/ui/session-events.ts'
import { usePageContext } from '../../../shell/ui/pages/page-context.ts'
import type { Message } from '../../schema.ts'
import { takeQuestion } from '../ask/asked-question.ts'
import { type Draft, holdDraft, readDraft, restoreHeldDraft, saveDraft } from './draft-storage.ts'

/** Call it before anything reads the draft. */
export function useRestoreDraft(conversationId: string, agent: string): void {
  const { auth } = usePageContext()
  useEffect(() => {
    restoreHeldDraft(auth, conversationId)
    const question = takeQuestion(agent)
    if (question === undefined) return
    const { text } = readDraft(conversationId)
    saveDraft(conversationId, { text: [text, question].filter(Boolean).join('\n') })
  }, [auth, conversationId, agent])
}

/** Keeps the draft when another tab signs out, which clears storage and redirects this page. */
export function usePreserveDraft(conversationId: string, { text, outgoing }: Pick<Draft, 'text' | 'outgoing'>): void {
  const { auth } = usePageContext()
  useEffect(() => {
    const onStorage = ({ key, newValue }: StorageEvent) => {
      if (key === authKey && newValue?.startsWith('signed_out')) holdDraft(auth, conversationId, { text, outgoing })
    }
    window.addEventListener('storage', onStorage)
    return () => window.removeEventListener('storage', onStorage)
  }, [auth, conversationId, text, outgoing])
}

export function useDraft(conversationId: string, field: RefObject<HTMLTextAreaElement | null>) {
  const [text, setText] = useState('')
  const [editing, setEditing] = useState<{ message: Message; savedText: string } | null>(null)
  useEffect(() => {
    const saved = readDraft(conversationId).text
    const typedEarly = field.current?.value ?? ''
    const both = saved.endsWith(typedEarly) ? saved : [saved, typedEarly].filter(Boolean).join('\n')
    setText(both)
    if (both !== saved) saveDraft(conversationId, { text: both })
  }, [conversationId, field])
  const write = (typed: string) => {
    setText(typed)
    if (editing === null) saveDraft(conversationId, { text: typed })
  }
  const replaceText = (rest: string) => {
    const next = [editing?.savedText, rest].filter(Boolean).join('\n')
    setText(next)
    setEditing(null)
    saveDraft(conversationId, { text: next })
  }
  return {
    text,
    write,
    editing: editing?.message ?? null,
    edit: (message: Message, changed = message.content) => {
      setEditing({ message, savedText: editing?.savedText ?? text })
      setText(changed)
    },
    cancelEdit: () => {
      setText(editing?.savedText ?? '')
      setEditing(null)
    },
    clear: () => replaceText(''),
    /** Clears the text that was sent, and keeps what was written after it or instead. */
    clearSent: (sent: string) => {
      const written = field.current?.value.trim() ?? ''
      const rest = written.slice(sent.length)
      if (written.startsWith(sent) && /^(?:\s|$)/.test(rest)) replaceText(rest.trim())
      // an edit has been started meanwhile
      else if (editing?.savedText.trim() === sent) setEditing({ ...editing, savedText: '' })
    },
  }
}
