import { type RefObject, useEffect, useRef, useState } from 'react'
import { authKey } from '#session/ui/session-events.ts'
import { usePageContext } from '#shell/ui/pages/page-context.ts'
import type { Message } from '../../schema.ts'
import { takeQuestion } from '../ask/asked-question.ts'
import {
  adoptDrafts,
  type Draft,
  dropWaitingText,
  holdDraft,
  readDraft,
  restoreHeldDraft,
  type SentMessage,
  saveDraft,
  saveTextSoon,
  storeWaitingText,
} from './draft-storage.ts'

/** Joins the texts that are not empty, one below the other. */
export const joinTexts = (...texts: (string | undefined)[]) => texts.filter(Boolean).join('\n')

/** Call it before anything reads the draft. */
export function useRestoreDraft(conversationId: string, agent: string): void {
  const { auth } = usePageContext()
  useEffect(() => {
    const { viewer } = auth.get()
    if (viewer) restoreHeldDraft(viewer.id, conversationId)
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
      if (key !== authKey || !newValue?.startsWith('signed_out')) return
      dropWaitingText()
      const { viewer } = auth.get()
      if (viewer) holdDraft(viewer.id, conversationId, { text, outgoing })
    }
    window.addEventListener('storage', onStorage)
    return () => window.removeEventListener('storage', onStorage)
  }, [auth, conversationId, text, outgoing])
  useEffect(() => {
    const events = ['pagehide', 'focusout', 'visibilitychange'] as const
    for (const event of events) window.addEventListener(event, storeWaitingText)
    return () => {
      for (const event of events) window.removeEventListener(event, storeWaitingText)
      storeWaitingText()
    }
  }, [])
}

/** Receives the unsent text and message of tabs that have been closed. */
export function useAdoptedDraft(
  conversationId: string,
  { onText, onUnsent }: { onText: (text: string) => void; onUnsent: (message: NonNullable<Draft['outgoing']>) => void },
): void {
  const receive = useRef({ onText, onUnsent })
  useEffect(() => {
    receive.current = { onText, onUnsent }
  })
  useEffect(() => {
    let isCurrent = true
    adoptDrafts(conversationId)
      .then((adopted) => {
        if (!isCurrent || !adopted) return
        if (adopted.text) receive.current.onText(adopted.text)
        if (adopted.outgoing) receive.current.onUnsent(adopted.outgoing)
      })
      .catch(console.error)
    return () => {
      isCurrent = false
    }
  }, [conversationId])
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
    saveTextSoon(conversationId, joinTexts(editing?.savedText, typed))
  }
  /** Shows text that is stored in this draft already. */
  const receive = (adopted: string) => {
    if (editing) setEditing({ ...editing, savedText: joinTexts(adopted, editing.savedText) })
    else setText(joinTexts(adopted, text))
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
    receive,
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
