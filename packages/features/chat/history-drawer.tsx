import { Button, buttonLook } from '@duo/platform/browser/ui/button.tsx'
import { Drawer } from '@duo/platform/browser/ui/drawer.tsx'
import { Skeleton } from '@duo/platform/browser/ui/skeleton.tsx'
import { ToastProvider } from '@duo/platform/browser/ui/toast.tsx'
import { getLocale } from '@duo/platform/i18n/locale.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { isSignedOut } from '../auth/session-end.tsx'
import { checkAuth } from '../shell/auth-check.ts'
import { trpc } from './calls.tsx'
import { HistoryEntry, type Removal } from './history-entry.tsx'
import { searchMaxLength } from './rules.ts'

interface HistoryDrawerProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The button that opened it. */
  returnFocusTo: RefObject<HTMLElement | null>
  /** The conversation behind it. */
  conversationId: string
  /** Called when that one, deleted here, was brought back. */
  onRestored: () => void
}

/** How long somebody has stopped typing before it is searched for, in milliseconds. */
const pause = 250

/** All conversations: to find again, to rename, to delete. */
export function HistoryDrawer({ open, onOpenChange, returnFocusTo, conversationId, onRestored }: HistoryDrawerProps) {
  const router = useRouter()
  const [current, setCurrent] = useState<Removal>('there')
  const openNow = useRef(open)
  useEffect(() => {
    openNow.current = open
  }, [open])
  const close = (next: boolean) => {
    onOpenChange(next)
    // until it is closed the deletion can be undone; then there is nothing behind it any more
    if (!next && current === 'removed') router.navigate({ to: '/marketplace' })
  }
  return (
    <Drawer
      open={open}
      onOpenChange={close}
      title={m.chat_history_title()}
      closeLabel={m.chat_history_close()}
      returnFocusTo={returnFocusTo}
    >
      <ToastProvider closeLabel={m.chat_toast_close()} place="foot">
        <History
          conversationId={conversationId}
          onLeave={() => onOpenChange(false)}
          onRemoval={(id, removal) => {
            if (id !== conversationId) return
            setCurrent(removal)
            if (removal === 'there') onRestored()
            // it was closed before the server answered
            if (removal === 'removed' && !openNow.current) router.navigate({ to: '/marketplace' })
          }}
        />
      </ToastProvider>
    </Drawer>
  )
}

interface HistoryProps {
  conversationId: string
  onLeave: () => void
  onRemoval: (id: string, removal: Removal) => void
}

function History({ conversationId, onLeave, onRemoval }: HistoryProps) {
  const [typed, setTyped] = useState('')
  const search = useSettled(typed.trim())
  const { client } = trpc.useUtils()
  const router = useRouter()
  const language = getLocale()
  const list = useInfiniteQuery({
    queryKey: ['chat.list', search, language],
    queryFn: async ({ pageParam, signal }) => {
      try {
        return await client.chat.list.query({ search, language, cursor: pageParam }, { signal })
      } catch (error) {
        if (isSignedOut(error)) await checkAuth(router)
        throw error
      }
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ cursor }) => cursor,
    placeholderData: keepPreviousData,
    // what was said a moment ago is in it
    staleTime: 0,
  })
  const conversations = list.data?.pages.flatMap((page) => page.conversations) ?? []
  return (
    <div className="flex flex-none grow flex-col px-4 pb-5">
      <label className="flex-none px-1 pt-1 pb-3">
        <span className="sr-only">{m.chat_history_search()}</span>
        <input
          type="search"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          maxLength={searchMaxLength}
          autoComplete="off"
          placeholder={m.chat_history_search_placeholder()}
          className="min-h-touch w-full rounded-heard border border-line-strong bg-paper-raised px-5 text-base hover:border-ink [&::-webkit-search-cancel-button]:grayscale"
        />
      </label>
      <p role="status" className="sr-only">
        {list.isSuccess && countText(conversations.length)}
      </p>
      {list.isPending && <HistorySkeleton />}
      {list.isError && (
        <div role="alert" className="px-2 py-6">
          <p className="font-semibold">{m.chat_history_failed()}</p>
          <Button className="mt-4" onClick={() => list.refetch()}>
            {m.chat_retry()}
          </Button>
        </div>
      )}
      {list.isSuccess && conversations.length === 0 && <NoConversations searched={search !== ''} />}
      <ul
        className={`grid grid-cols-[minmax(0,1fr)] content-start gap-1 transition-opacity ${list.isPlaceholderData ? 'opacity-60' : ''}`}
      >
        {conversations.map((conversation) => (
          <HistoryEntry
            key={conversation.id}
            conversation={conversation}
            current={conversation.id === conversationId}
            onOpen={onLeave}
            onRemoval={onRemoval}
          />
        ))}
      </ul>
      {list.hasNextPage && (
        <Button variant="quiet" className="mt-4" busy={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
          {m.chat_history_more()}
        </Button>
      )}
      <Link to="/marketplace" className={`${buttonLook('primary')} mt-6 flex-none`}>
        {m.chat_history_new()}
      </Link>
    </div>
  )
}

const countText = (count: number) => (count === 1 ? m.chat_history_count_one() : m.chat_history_count_many({ count }))

/** What was typed, once the typing pauses. */
function useSettled(typed: string): string {
  const [settled, setSettled] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), pause)
    return () => clearTimeout(timer)
  }, [typed])
  return settled
}

function NoConversations({ searched }: { searched: boolean }) {
  return (
    <div className="px-2 py-8">
      <p className="font-voice text-2xl font-[560]">{searched ? m.chat_history_none_title() : m.chat_history_empty_title()}</p>
      <p className="mt-2 text-muted">{searched ? m.chat_history_none_text() : m.chat_history_empty_text()}</p>
    </div>
  )
}

const HistorySkeleton = () => (
  <div>
    <p role="status" className="sr-only">
      {m.chat_history_loading()}
    </p>
    <div aria-hidden="true" className="grid gap-4 px-2 py-2">
      {['a', 'b', 'c', 'd'].map((place) => (
        <div key={place} className="flex gap-3">
          <Skeleton className="size-10 flex-none rounded-voice" />
          <Skeleton className="h-12 flex-1 rounded-md" />
        </div>
      ))}
    </div>
  </div>
)
