import { useLazyComponent } from '@duo/platform/browser/parts/use-lazy-component.ts'
import { useToast } from '@duo/platform/browser/ui/overlays/toast.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { useRouter } from '@tanstack/react-router'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { isSignedOut } from '../../auth/ui/trpc-errors.ts'
import { refreshSession } from '../../session/ui/session-sync.ts'
import type { ChatAgent, ConversationResult, MessagesResult, Usage } from '../schema.ts'
import { AgentHeader } from './agent-header.tsx'
import { ChatMenu } from './chat-menu.tsx'
import { Conversation, type ConversationHandle } from './conversation.tsx'
import { HistorySidebar } from './history/history-sidebar.tsx'
import { type Shortcut, useShortcuts } from './shortcuts/shortcuts.ts'
import { trpc } from './trpc.ts'

export const roomClasses = 'flex h-dvh flex-col short:h-auto low:h-dvh low:flex-row lg:flex-row lg:pt-header'

interface ConversationRoomProps {
  conversation: ConversationResult['conversation']
  page: MessagesResult
  usage: Usage
}

/** Only `Conversation` remounts when the conversation changes. */
export function ConversationRoom({ conversation, page, usage }: ConversationRoomProps) {
  const { id, agent } = conversation
  const open = useRef<ConversationHandle>(null)
  const historyButton = useRef<HTMLButtonElement>(null)
  const [activity, setActivity] = useState('')
  const [drawerOpen, setDrawerOpen] = useState(false)
  const [HistoryDrawer, load] = useLazyComponent(async () => (await import('./history/history-drawer.tsx')).HistoryDrawer)
  const startNew = useStartNew(agent)
  const room = useRef<HTMLDivElement>(null)
  const keys = useConversationShortcuts(room, open, startNew)
  const refetchLatest = () => void open.current?.refetchLatest().catch(console.error)
  return (
    <div ref={room} data-page="talk" className={roomClasses}>
      <AgentHeader
        agent={agent}
        conversationId={id}
        historyButton={historyButton}
        historyOpen={drawerOpen}
        onReachHistory={() => load()}
        onHistory={() => {
          load(() => setDrawerOpen(false))
          setDrawerOpen(true)
        }}
        onPrint={() => open.current?.print()}
        menu={<ChatMenu />}
      >
        <HistorySidebar
          agent={agent}
          conversationId={id}
          activity={activity}
          onRemoval={(removal) => (removal === 'removed' ? open.current?.close() : removal === 'there' && refetchLatest())}
          onNew={startNew}
        />
      </AgentHeader>
      <Conversation
        key={id}
        conversation={conversation}
        page={page}
        usage={usage}
        handle={open}
        onActivity={setActivity}
        shortcuts={keys.button}
      />
      {keys.list}
      {HistoryDrawer && (
        <HistoryDrawer
          key={`history ${id}`}
          open={drawerOpen}
          onOpenChange={setDrawerOpen}
          returnFocusTo={historyButton}
          conversationId={id}
          onRestored={refetchLatest}
        />
      )}
    </div>
  )
}

function useStartNew(agent: ChatAgent) {
  const { client } = trpc.useUtils()
  const router = useRouter()
  const toast = useToast()
  return async () => {
    try {
      const { conversation } = await client.chat.start.mutate({ agentId: agent.id })
      await router.navigate({ to: '/chat/$conversationId', params: { conversationId: conversation.id } })
    } catch (error) {
      if (isSignedOut(error)) return refreshSession(router)
      console.error(error)
      toast({ title: m.chat_new_failed(), tone: 'danger' })
    }
  }
}

function useConversationShortcuts(
  room: RefObject<HTMLElement | null>,
  open: RefObject<ConversationHandle | null>,
  start: () => unknown,
) {
  const toast = useToast()
  const [listed, setListed] = useState(false)
  const [ShortcutList, load] = useLazyComponent(async () => (await import('./shortcuts/shortcut-list.tsx')).ShortcutList)
  const actions: Record<Shortcut, () => unknown> = {
    write: () => open.current?.write(),
    start,
    history: () => reachHistory(room.current),
    copy: () =>
      open.current?.copyLast().catch((error: unknown) => {
        console.error(error)
        toast({ title: m.chat_copy_failed(), tone: 'danger' })
      }),
    list: () => {
      load(() => setListed(false))
      setListed(true)
    },
  }
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  })
  const { on, toggle } = useShortcuts(useCallback((shortcut) => latest.current[shortcut](), []))
  const button = (
    <button
      type="button"
      onClick={actions.list}
      className="text-link -my-2 hidden min-h-6 items-center py-2 pointer-fine:md:inline-flex low:hidden"
    >
      {m.chat_shortcuts_open()}
    </button>
  )
  const list = ShortcutList && <ShortcutList open={listed} onOpenChange={setListed} on={on} onToggle={toggle} />
  return { button, list }
}

function reachHistory(room: HTMLElement | null) {
  const historyButton = [...(room?.querySelectorAll<HTMLElement>('[data-history]') ?? [])].find(
    (one) => one.offsetParent !== null,
  )
  const search = room?.querySelector<HTMLElement>('nav input[type="search"]')
  if (search?.offsetParent) search.focus()
  else historyButton?.click()
}
