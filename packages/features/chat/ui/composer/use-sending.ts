import type { RefObject } from 'react'
import type { Message } from '../../schema.ts'
import { canSend } from '../state/message-items.ts'
import type { useConversation } from '../state/use-conversation.ts'
import type { useDraft } from './use-draft.ts'

/** True if focusing a field opens no on-screen keyboard. */
export const isFinePointer = () => matchMedia('(pointer: fine)').matches

export function useSending(
  { state, dispatchSync, sendMessage, sendInBackground, stop }: ReturnType<typeof useConversation>,
  draft: ReturnType<typeof useDraft>,
  field: RefObject<HTMLTextAreaElement | null>,
) {
  const { outgoing, live } = state
  const sendNew = (content: string, replaces: string | null = null) =>
    sendMessage({ clientId: crypto.randomUUID(), content: content.trim(), replaces, at: new Date().toISOString() })
  const send = async () => {
    if (outgoing || !canSend(state)) {
      const content = draft.text.trim()
      if (await sendInBackground({ content, replaces: draft.editing?.id ?? null })) draft.clearSent(content)
      return
    }
    sendNew(draft.text, draft.editing?.id)
    draft.clear()
  }
  const sendNextQuestion = (question: string) => {
    sendNew(question)
    // the button disappears and must not take the focus with it
    if (isFinePointer()) field.current?.focus()
  }
  const edit = (message: Message) => {
    draft.edit(message)
    field.current?.focus()
  }
  const stopReply = () => {
    if (!live) return
    stop(live.id)
    if (isFinePointer()) field.current?.focus()
  }
  const cancelPending = () => {
    if (!outgoing) return
    draft.write([outgoing.content, draft.text].filter(Boolean).join('\n'))
    dispatchSync({ type: 'discardUnsent' })
    field.current?.focus()
  }

  return { sendNew, send, sendNextQuestion, edit, stopReply, cancelPending }
}
