import { type RefObject, useEffect, useState } from 'react'
import { authKey } from '../../../session/ui/session-events.ts'
import { usePageContext } from '../../../shell/ui/pages/page-context.ts'
import type { Message } from '../../schema.ts'
import { takeQuestion } from '../ask/asked-question.ts'
import { type Draft, holdDraft, readDraft, restoreHeldDraft, type SentMessage, saveDraft } from './draft-storage.ts'

/** Joins the texts that are not empty, one below the other. */
export const joinTexts = (...texts: (string | undefined)[]) => texts.filter(Boolean).join('\n')

/** Call it before anything reads the draft. */
export function useRestoreDraft(conversationId: string, agent: string): void {
  const { auth } = usePageContext()
  useEffect(() => {
    restoreHeldDraft(auth, conversationId)
    const question = takeQuestion(agent)
    if (question === undefined) return
    const { text } = readDraft(conversationId)
    saveDraft(conversationId, { text: joinTexts(text, question) })
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
    const both = saved.endsWith(typedEarly) ? saved : joinTexts(saved, typedEarly)
    setText(both)
    if (both !== saved) saveDraft(conversationId, { text: both })
  }, [conversationId, field])
  const write = (typed: string) => {
    setText(typed)
    saveDraft(conversationId, { text: joinTexts(editing?.savedText, typed) })
  }
  const replaceText = (rest: string) => {
    const next = joinTexts(editing?.savedText, rest)
    setText(next)
    setEditing(null)
    saveDraft(conversationId, { text: next })
  }
  return {
    text,
    write,
    editing: editing?.message ?? null,
    edit: (message: Message, changed = message.content) => {
      const savedText = editing?.savedText ?? text
      setEditing({ message, savedText })
      setText(changed)
      if (changed !== message.content) saveDraft(conversationId, { text: joinTexts(savedText, changed) })
    },
    cancelEdit: () => {
      const savedText = editing?.savedText ?? ''
      setText(savedText)
      setEditing(null)
      saveDraft(conversationId, { text: savedText })
    },
    clear: () => replaceText(''),
    /** Clears the text that was sent, and keeps what was written after it or instead. */
    clearSent: ({ content, replaces }: Pick<SentMessage, 'content' | 'replaces'>) => {
      if ((editing?.message.id ?? null) === replaces) {
        const written = field.current?.value.trim() ?? ''
        const rest = written.slice(content.length)
        if (written.startsWith(content) && /^(?:\s|$)/.test(rest)) replaceText(rest.trim())
      } else if (editing?.savedText.trim() === content) {
        // an edit has been started meanwhile
        setEditing({ ...editing, savedText: '' })
        saveDraft(conversationId, { text })
      }
    },
  }
}
