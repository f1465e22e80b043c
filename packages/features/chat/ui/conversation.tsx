import { copyText } from '@duo/platform/browser/input/copy-text.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { findLast } from '@duo/platform/shared/lists/find-last.ts'
import { useHydrated } from '@tanstack/react-router'
import { type ReactNode, type Ref, type RefObject, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react'
import { isQuotaExhausted } from '../rules.ts'
import type { ConversationResult, Message, MessagesResult, Usage } from '../schema.ts'
import { Composer } from './composer/composer.tsx'
import { LimitNotice, UsageMeter } from './composer/usage-meter.tsx'
import { useAdoptedDraft, useDraft, usePreserveDraft, useRestoreDraft } from './composer/use-draft.ts'
import { isFinePointer, useSending } from './composer/use-sending.ts'
import { useFormatted } from './markdown/use-formatted.ts'
import { AssistantMessage } from './messages/assistant-message.tsx'
import { ConversationStatus, NoScript, NotSent, RetryFailed } from './messages/conversation-status.tsx'
import { EmptyConversation } from './messages/empty-conversation.tsx'
import { LiveAnnouncer } from './messages/live-announcer.tsx'
import { MessageList } from './messages/message-list.tsx'
import { ServerMessages } from './messages/server-messages.tsx'
import { TypingIndicator } from './messages/typing-indicator.tsx'
import { UnsentMessage, UserMessage } from './messages/user-message.tsx'
import { replacementsOf } from './reply/replacements.ts'
import { PrintedMessages } from './share/printed-messages.tsx'
import { usePrint } from './share/use-print.ts'
import type { ConversationState } from './state/conversation-reducer.ts'
import { canSend, type EarlierAnswer, type MessageItem, toMessageItems } from './state/message-items.ts'
import { useConversation } from './state/use-conversation.ts'

interface ConversationProps {
  conversation: ConversationResult['conversation']
  page: MessagesResult
  usage: Usage
  handle: Ref<ConversationHandle>
  onActivity: (activity: string) => void
  shortcuts: ReactNode
}

export interface ConversationHandle {
  refetchLatest: () => Promise<unknown>
  /** Called after deletion: messages stay, sending ends. */
  close: () => void
  write: () => void
  /** Copies the last answer, unless it is crisis help, which is not for passing on. */
  /** Rejects if the browser does not let us copy. */
  copyLast: () => Promise<void>
  print: () => void
}

export function Conversation({ conversation: { id, agent }, page, usage, handle, onActivity, shortcuts }: ConversationProps) {
  // server rendering and hydration must not depend on the local clock and sizes
  const isInBrowser = useHydrated()
  useRestoreDraft(id, agent.slug)
  const conversation = useConversation({ id, page, usage })
  const { state, dispatchSync, retryFailed, switchFailure, sendMessage, backgroundProblem } = conversation
  const { showVersion, refetchLatest, loadOlder, loadAll } = conversation
  const field = useRef<HTMLTextAreaElement>(null)
  const draft = useDraft(id, field)
  const items = useMemo(() => toMessageItems(state), [state])
  const { outgoing, live } = state
  // early, so that the reply to come does not wait for the parser
  const { Formatted, isLoading, isListReady } = useFormatted(items, outgoing !== null || draft.text !== '')
  const [isFromServer] = useState(!isInBrowser)
  const showsList = isInBrowser && (!isFromServer || isListReady)
  usePreserveDraft(id, { text: draft.text, outgoing })
  useAdoptedDraft(id, {
    onText: draft.receive,
    onUnsent: (message) => dispatchSync({ type: 'restoreUnsent', outgoing: { ...message, problem: 'failed' } }),
  })
  const sending = outgoing?.problem === null
  const isOverQuota = isQuotaExhausted(state.usage)
  const isFree = canSend(state) && !isOverQuota
  const print = usePrint(state.before !== null, loadAll)
  useImperativeHandle(handle, () => ({
    refetchLatest,
    close: () => dispatchSync({ type: 'deleted' }),
    write: () => field.current?.focus(),
    copyLast: () => copyLast(state),
    print,
  }))
  useActivity(state.messages, onActivity)
  useFocusAtStart(field)
  const { sendNew, send, sendNextQuestion, edit, stopReply, cancelPending } = useSending(conversation, draft, field)

  const onShow = canSend(state) && !outgoing && !draft.editing ? showVersion : null
  const showEarlier = (earlier: EarlierAnswer) => () => {
    onShow?.(earlier.question, earlier.id)
    // the button goes with its message
    focusIfFine(field)
  }
  const bubble = (item: MessageItem) => {
    switch (item.kind) {
      case 'question': {
        return <UserMessage {...{ message: item.message, onEdit: isFree && !outgoing ? edit : null, onShow, switchFailure }} />
      }
      case 'outgoing': {
        const onResend = () => sendMessage(item.outgoing)
        return <UnsentMessage {...{ outgoing: item.outgoing, isFree, conversationId: id, onResend, onCancel: cancelPending }} />
      }
      case 'reply': {
        const { message, text, growing, last } = item
        const isReplaceable = last && !growing && canSend(state) && !outgoing
        const onReplace = () => focusIfFine(field)
        const replacements = replacementsOf(message, { isReplaceable, isOverQuota, onReplace }, conversation)
        const earlier = item.earlier && { disabled: !onShow, onShow: showEarlier(item.earlier) }
        const next = last && !growing && !sending && { disabled: !isFree || outgoing !== null, onAsk: sendNextQuestion }
        const presses = { ...replacements, earlier, next, onRated: dispatchSync }
        const reply = { name: agent.name, message, text, growing, isLoading, Formatted, ...presses }
        return (
          <>
            <AssistantMessage {...reply} />
            {retryFailed === message.id && <RetryFailed />}
          </>
        )
      }
      default:
        return <TypingIndicator name={agent.name} />
    }
  }
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col pb-room short:h-svh short:flex-none low:h-auto low:flex-1">
      {!isInBrowser && <NoScript />}
      {showsList && items.length > 0 && (
        <MessageList items={items} older={state.older} onOlder={loadOlder} switching={state.switching}>
          {bubble}
        </MessageList>
      )}
      {items.length === 0 && (
        <div className="flex min-h-0 flex-1 overflow-y-auto">
          <EmptyConversation agent={agent} disabled={!isInBrowser || !isFree} onAsk={(question) => sendNew(question)} />
        </div>
      )}
      {items.length > 0 && (
        <PrintedMessages name={agent.name} items={items} isCut={state.before !== null}>
          {bubble}
        </PrintedMessages>
      )}
      {!showsList && items.length > 0 && <ServerMessages items={items}>{bubble}</ServerMessages>}
      <div className="mx-auto w-full max-w-[62rem] flex-none px-4 pb-3 md:px-8 md:pb-5 low:pb-1">
        <ConversationStatus state={state} switchFailure={switchFailure} />
        {isOverQuota && <LimitNotice usage={state.usage} />}
        {backgroundProblem && <NotSent problem={backgroundProblem} />}
        <Composer
          name={agent.name}
          text={draft.text}
          onText={draft.write}
          sending={sending}
          // enabled at the quota limit, during a reply or a switch and beside an unsent question: only the server detects a crisis
          blocked={state.isDeleted}
          onSend={send}
          onStop={live ? stopReply : null}
          stopping={live?.isStopping ?? false}
          editing={draft.editing !== null}
          onCancelEdit={draft.cancelEdit}
          field={field}
        />
        <FootLine usage={state.usage}>{shortcuts}</FootLine>
      </div>
      <LiveAnnouncer name={agent.name} state={state} />
    </div>
  )
}

const FootLine = ({ usage, children }: { usage: Usage; children: ReactNode }) => (
  <div className="flex flex-wrap justify-between gap-x-6 px-1 pt-2 text-xs text-muted">
    <UsageMeter usage={usage} />
    <p className="ml-auto hidden pointer-fine:md:block low:hidden" aria-hidden="true">
      {m.chat_keys()}
    </p>
    <div className="contents">{children}</div>
    <p className="low:hidden lg:hidden">{m.chat_simulation()}</p>
  </div>
)

function useFocusAtStart(field: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    // after the layout has focused the new page's content
    requestAnimationFrame(() => focusIfFine(field))
  }, [field])
}

/** Elsewhere the keyboard on the screen would cover the conversation. */
function focusIfFine(field: RefObject<HTMLElement | null>): void {
  if (isFinePointer()) field.current?.focus({ preventScroll: true })
}

async function copyLast({ messages, live }: ConversationState): Promise<void> {
  const answer = findLast(messages, ({ role, origin, content }) => role === 'assistant' && origin !== 'help' && content !== '')
  if (answer && !live) await copyText(answer.content)
}

function useActivity(messages: readonly Message[], onActivity: (activity: string) => void): void {
  const last = messages.at(-1)
  const activity = last ? `${last.id} ${last.status}` : ''
  useEffect(() => onActivity(activity), [activity, onActivity])
}
