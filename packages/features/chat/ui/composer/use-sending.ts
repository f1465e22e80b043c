import { type RefObject, useEffect, useRef } from 'react'
import type { Message } from '../../schema.ts'
import { versionsOf } from '../state/conversation-reducer.ts'
import { canSend } from '../state/message-items.ts'
import type { useConversation } from '../state/use-conversation.ts'
import { joinTexts, type useDraft } from './use-draft.ts'

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
    arrived,
    stop,
  }: ReturnType<typeof useConversation>,
  draft: ReturnType<typeof useDraft>,
  field: RefObject<HTMLTextAreaElement | null>,
) {
  const { outgoing, live } = state
  const sendNew = (text: string, replaces: string | null = null) => {
    const message = { content: text.trim(), replaces }
    return sendMessage({ ...message, clientId: clientIdOf(message, state.path), at: new Date().toISOString() })
  }
  // a response finds the draft as it is then
  const latestDraft = useRef(draft)
  useEffect(() => {
    latestDraft.current = draft
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each arrival, whatever is written later
  useEffect(() => {
    if (arrived.length > 0) clearBackgroundProblem()
    for (const message of arrived) {
      const isOfOther = (draft.editing?.id ?? null) !== message.replaces
      if (isOfOther || field.current?.value.trim() === message.content) latestDraft.current.clearSent(message)
    }
  }, [arrived])
  // an edit goes on in the version that is shown, as after a retry
  const { editing } = draft
  const edited = editing && state.messages.find((message) => versionsOf(message) === versionsOf(editing))
  useEffect(() => {
    if (edited && edited.id !== editing?.id) latestDraft.current.edit(edited, latestDraft.current.text)
  }, [edited, editing])
  const send = async () => {
    if (outgoing || !canSend(state)) {
      const message = { content: draft.text.trim(), replaces: draft.editing?.id ?? null }
      if (await sendInBackground(message)) latestDraft.current.clearSent(message)
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
    else draft.write(joinTexts(outgoing.content, draft.text))
    dispatchSync({ type: 'discardUnsent' })
    field.current?.focus()
  }

  return { sendNew, send, sendNextQuestion, edit, stopReply, cancelPending }
}
