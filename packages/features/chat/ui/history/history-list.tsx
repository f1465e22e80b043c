import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { useEffect, useState } from 'react'
import { notifyTabs } from '#shell/ui/api/use-server-sync.ts'
import { searchMaxLength } from '../../rules.ts'
import { conversationChannel } from '../state/use-conversation-sync.ts'
import { HistoryItem, type Removal } from './history-item.tsx'
import { HistorySkeleton } from './history-skeleton.tsx'
import { useHistory } from './use-history.ts'

interface HistoryListProps {
  conversationId: string
  onLeave?: () => void
  onRemoval: (id: string, removal: Removal) => void
  /** Changes with every message, to refetch the list. */
  activity?: string
  compact?: boolean
}

const debounceMs = 250

export function HistoryList({ conversationId, onLeave, onRemoval, activity, compact = false }: HistoryListProps) {
  const [typed, setTyped] = useState('')
  // no refetch while an item can be restored, which would remove it
  const [removed, setRemoved] = useState<ReadonlySet<string>>(new Set())
  const search = useDebounced(typed.trim())
  const [archived, setArchived] = useState(false)
  const { list, notifyOtherTabs } = useHistory(search, { activity, archived, isHeld: removed.size > 0 })
  const handleHeld = (id: string, isHeld: boolean) =>
    setRemoved((before) => (isHeld ? new Set([...before, id]) : without(before, id)))
  const showArchive = (shown: boolean) => {
    setArchived(shown)
    setRemoved(new Set())
  }
  const handleRemoval = (id: string, removal: Removal) => {
    handleHeld(id, removal !== 'there')
    onRemoval(id, removal)
    if (removal === 'leaving' || removal === 'returning') return
    notifyOtherTabs()
    notifyTabs(conversationChannel(id))
  }
  const conversations = list.data?.pages.flatMap((page) => page.conversations) ?? []
  return (
    <>
      <SearchField typed={typed} onType={setTyped} />
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
      {list.isSuccess && conversations.length === 0 && <NoConversations of={search ? 'search' : archived ? 'archive' : 'list'} />}
      <ul
        key={archived ? 'archive' : 'list'}
        className={`grid grid-cols-[minmax(0,1fr)] content-start gap-1 transition-opacity ${list.isPlaceholderData ? 'opacity-60' : ''}`}
      >
        {conversations.map((conversation) => (
          <HistoryItem
            key={conversation.id}
            conversation={conversation}
            current={conversation.id === conversationId}
            compact={compact}
            onOpen={onLeave}
            onRemoval={handleRemoval}
            onHeld={handleHeld}
            onChanged={notifyOtherTabs}
          />
        ))}
      </ul>
      {list.hasNextPage && (
        <Button variant="quiet" className="mt-4" busy={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
          {m.chat_history_more()}
        </Button>
      )}
      {search === '' && (
        <Button variant="plain" className="mt-2 self-start" onClick={() => showArchive(!archived)}>
          {archived ? m.chat_history_to_list() : m.chat_history_to_archive()}
        </Button>
      )}
    </>
  )
}

const without = (ids: ReadonlySet<string>, id: string) => new Set([...ids].filter((other) => other !== id))

const countText = (count: number) => (count === 1 ? m.chat_history_count_one() : m.chat_history_count_many({ count }))

function useDebounced(typed: string): string {
  const [debounced, setDebounced] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(typed), debounceMs)
    return () => clearTimeout(timer)
  }, [typed])
  return debounced
}

function SearchField({ typed, onType }: { typed: string; onType: (typed: string) => void }) {
  return (
    <label className="flex-none px-1 pt-1 pb-3">
      <span className="sr-only">{m.chat_history_search()}</span>
      <input
        type="search"
        value={typed}
        onChange={({ target }) => onType(target.value)}
        maxLength={searchMaxLength}
        autoComplete="off"
        placeholder={m.chat_history_search_placeholder()}
        className="min-h-touch w-full rounded-heard border border-line-strong bg-paper-raised px-5 text-base hover:border-ink [&::-webkit-search-cancel-button]:grayscale"
      />
    </label>
  )
}

const emptyTexts = {
  search: [m.chat_history_none_title, m.chat_history_none_text],
  archive: [m.chat_history_archive_empty_title, m.chat_history_archive_empty_text],
  list: [m.chat_history_empty_title, m.chat_history_empty_text],
} as const

function NoConversations({ of }: { of: keyof typeof emptyTexts }) {
  const [title, text] = emptyTexts[of]
  return (
    <div className="px-2 py-8">
      <p className="font-voice text-2xl font-[560]">{title()}</p>
      <p className="mt-2 text-muted">{text()}</p>
    </div>
  )
}
