import { m } from '@duo/platform/i18n/messages.ts'
import {
  type ReactNode,
  type Ref,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useSyncExternalStore,
} from 'react'
import { useLazyPart } from '../../shell/ui/pages/use-lazy-component.ts'
import type { ConversationAnswer, Message, MessagesAnswer, Usage } from '../schema.ts'
import { Composer } from './composer/composer.tsx'
import { LimitNotice, UsageLine } from './composer/usage-meter.tsx'
import { useDraft, useWordsHeld, useWordsPutBack } from './composer/use-draft.ts'
import { ReplyBubble } from './messages/assistant-message.tsx'
import { LineStatus, NoScript, RetryFailed, TalkSkeleton } from './messages/conversation-status.tsx'
import { TalkStart } from './messages/empty-conversation.tsx'
import { Announcer } from './messages/live-announcer.tsx'
import { MessageList } from './messages/message-list.tsx'
import { TypingBubble } from './messages/typing-indicator.tsx'
import { OutgoingBubble, QuestionBubble } from './messages/user-message.tsx'
import type { Talk } from './state/conversation-reducer.ts'
import { isFree, isUsedUp, itemsOf, type TalkItem } from './state/message-items.ts'
import { useTalk } from './state/use-conversation.ts'

/** Where focusing a field does not bring up a keyboard that covers what is read. */
const isFinePointer = () => matchMedia('(pointer: fine)').matches

interface ConversationProps {
  conversation: ConversationAnswer['conversation']
  page: MessagesAnswer
  usage: Usage
  handle: Ref<ConversationHandle>
  /** Called with another text each time something was said that the list of conversations shows. */
  onSaid: (said: string) => void
  /** Leads to the list of keys. */
  shortcuts: ReactNode
}

/** What is done to an open conversation from around it. */
export interface ConversationHandle {
  /** Reads it again, as after it was brought back. */
  catchUp: () => Promise<unknown>
  /** It was deleted: what was read stays, and nothing is asked any more. */
  close: () => void
  write: () => void
  /** Copies the last whole answer; what people in distress got is not for passing on. */
  copyLast: () => void
}

const never = () => () => {}
/** False on the server and while the page takes over from it: what depends on this browser's clock and sizes waits. */
const useInBrowser = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )

/** A conversation: what was said, and where one writes. */
export function Conversation({ conversation: { id, agent }, page, usage, handle, onSaid, shortcuts }: ConversationProps) {
  const inBrowser = useInBrowser()
  useWordsPutBack(id)
  const { talk, tell, retryFailed, notSwitched, ask, askWhileWriting, retry, showVersion, stop, catchUp, loadOlder } = useTalk({
    id,
    page,
    usage,
  })
  const field = useRef<HTMLTextAreaElement>(null)
  const draft = useDraft(id, field)
  const Formatted = useFormatted()
  const items = useMemo(() => itemsOf(talk), [talk])
  const { outgoing, live } = talk
  useWordsHeld(id, { text: draft.text, outgoing })
  const sending = outgoing?.problem === null
  const usedUp = isUsedUp(talk)
  const free = isFree(talk) && !usedUp
  const close = () => tell({ type: 'gone' })
  useImperativeHandle(handle, () => ({ catchUp, close, copyLast: () => copyLast(talk), write: () => field.current?.focus() }))
  useSaid(talk.messages, onSaid)

  useFocusAtStart(field)

  const askNew = (content: string, replaces: string | null = null) =>
    ask({ clientId: crypto.randomUUID(), content: content.trim(), replaces, at: new Date().toISOString() })
  const send = async () => {
    if (live) {
      if (!draft.editing && (await askWhileWriting(draft.text.trim()))) draft.clear()
      return
    }
    askNew(draft.text, draft.editing?.id)
    draft.clear()
  }
  const askNext = (question: string) => {
    askNew(question)
    // the buttons go, and should not take the focus with them
    if (isFinePointer()) field.current?.focus()
  }
  const edit = (message: Message) => {
    draft.edit(message)
    field.current?.focus()
  }
  const stopReply = () => {
    if (!live) return
    stop(live.id)
    // the button goes, and should not take the focus with it
    if (isFinePointer()) field.current?.focus()
  }
  const takeBack = () => {
    if (!outgoing) return
    draft.write([outgoing.content, draft.text].filter(Boolean).join('\n'))
    tell({ type: 'giveUp' })
    field.current?.focus()
  }
  const bubble = (item: TalkItem) => {
    switch (item.kind) {
      case 'question': {
        // one who edits a question would lose it from sight
        const onShow = isFree(talk) && !outgoing && !draft.editing ? showVersion : null
        return <QuestionBubble {...{ message: item.message, onEdit: free && !outgoing ? edit : null, onShow, notSwitched }} />
      }
      case 'outgoing': {
        const onAgain = () => ask(item.outgoing)
        return <OutgoingBubble {...{ outgoing: item.outgoing, free, conversationId: id, onAgain, onBack: takeBack }} />
      }
      case 'reply': {
        const { message, text, growing, last } = item
        const canRetry = last && !growing && free && !outgoing && message.origin !== 'help'
        const onRetry = canRetry ? () => retry(message.id) : null
        const next = last && !growing && !sending && { disabled: !free || outgoing !== null, onAsk: askNext }
        const reply = { name: agent.name, message, text, growing, onRetry, next, onRated: tell, Formatted }
        return (
          <>
            <ReplyBubble {...reply} />
            {retryFailed === message.id && <RetryFailed />}
          </>
        )
      }
      default:
        return <TypingBubble name={agent.name} />
    }
  }
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col pb-room short:h-svh short:flex-none low:h-auto low:flex-1">
      {!inBrowser && <NoScript />}
      {inBrowser && items.length > 0 && (
        <MessageList items={items} older={talk.older} onOlder={loadOlder} switching={talk.switching}>
          {bubble}
        </MessageList>
      )}
      {items.length === 0 && (
        <div className="flex min-h-0 flex-1 overflow-y-auto">
          <TalkStart agent={agent} disabled={!inBrowser || !free} onAsk={(question) => askNew(question)} />
        </div>
      )}
      {!inBrowser && items.length > 0 && <TalkSkeleton />}
      <div className="mx-auto w-full max-w-[62rem] flex-none px-4 pb-3 md:px-8 md:pb-5 low:pb-1">
        <LineStatus talk={talk} notSwitched={notSwitched} />
        {usedUp && <LimitNotice usage={talk.usage} />}
        <Composer
          name={agent.name}
          text={draft.text}
          onText={draft.write}
          sending={sending}
          // also where the plan is used up or a reply is written: the server knows whom it helps all the same. What was not sent for
          // another reason is dealt with first: a new question would take its place
          blocked={!(isFree(talk) || live) || (outgoing !== null && outgoing.problem !== 'limit')}
          onSend={send}
          onStop={live ? stopReply : null}
          stopping={live?.stopping ?? false}
          editing={draft.editing !== null}
          onCancelEdit={draft.cancelEdit}
          field={field}
        />
        <FootLine usage={talk.usage}>{shortcuts}</FootLine>
      </div>
      <Announcer name={agent.name} talk={talk} />
    </div>
  )
}

/** Below the field: what is left of the month, the keys, and what one talks with. */
const FootLine = ({ usage, children }: { usage: Usage; children: ReactNode }) => (
  <div className="flex flex-wrap justify-between gap-x-6 px-1 pt-2 text-xs text-muted">
    <UsageLine usage={usage} />
    <p className="ml-auto hidden pointer-fine:md:block low:hidden" aria-hidden="true">
      {m.chat_keys()}
    </p>
    {children}
    <p className="low:hidden lg:hidden">{m.chat_simulation()}</p>
  </div>
)

/** What shows answers as Markdown. Until it is there, and where it cannot be fetched, they are read as they were written. */
function useFormatted() {
  const [Formatted, load] = useLazyPart(async () => (await import('./messages/markdown.tsx')).RichText)
  // biome-ignore lint/correctness/useExhaustiveDependencies: fetched once
  useEffect(() => load(), [])
  return Formatted
}

function useFocusAtStart(field: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    // after the layout has given the new page's content the focus
    if (isFinePointer()) requestAnimationFrame(() => field.current?.focus({ preventScroll: true }))
  }, [field])
}

function copyLast({ messages, live }: Talk): void {
  const answer = messages.findLast(({ role, origin, content }) => role === 'assistant' && origin !== 'help' && content !== '')
  if (answer && !live) navigator.clipboard.writeText(answer.content).catch(console.error)
}

/** Tells when the last message, or how it is with it, has changed. */
function useSaid(messages: readonly Message[], onSaid: (said: string) => void): void {
  const last = messages.at(-1)
  const said = last ? `${last.id} ${last.status}` : ''
  useEffect(() => onSaid(said), [said, onSaid])
}
