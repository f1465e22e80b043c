import { type RefObject, useEffect } from 'react'
import type { Message } from '../../schema.ts'
import { canSend } from '../state/message-items.ts'
import type { useConversation } from '../state/use-conversation.ts'
import type { useDraft } from './use-draft.ts'

/** True if focusing a field opens no on-screen keyboard. */
export const isFinePointer = () => matchMedia('(pointer: fine)').matches

export function useSending(
  {
    state,
    dispatchSync,
    sendMessage,
    sendInBackground,
    clearBackgroundProblem,
    clientIdOf,
    arrivedTexts,
    stop,
  }: ReturnType<typeof useConversation>,
  draft: ReturnType<typeof useDraft>,
  field: RefObject<HTMLTextAreaElement | null>,
) {
  const { outgoing, live } = state
  const sendNew = (text: string, replaces: string | null = null) => {
    const message = { content: text.trim(), replaces }
    return sendMessage({ ...message, clientId: clientIdOf(message), at: new Date().toISOString() })
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each arrival, whatever is written later
  useEffect(() => {
    if (arrivedTexts.length > 0) clearBackgroundProblem()
    for (const text of arrivedTexts) draft.clearSent(text)
  }, [arrivedTexts])
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
    const edited = state.messages.find(({ id }) => id === outgoing.replaces)
    if (edited) draft.edit(edited, outgoing.content)
    else draft.write([outgoing.content, draft.text].filter(Boolean).join('\n'))
    dispatchSync({ type: 'discardUnsent' })
    field.current?.focus()
  }

  return { sendNew, send, sendNextQuestion, edit, stopReply, cancelPending }
}
