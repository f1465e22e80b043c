import { useLazyComponent } from '@duo/platform/browser/parts/use-lazy-component.ts'
import { useWide } from '@duo/platform/browser/window/use-wide.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { useEffect, useId } from 'react'
import type { ChatAgent } from '../../schema.ts'
import { IconButton } from '../icon-button.tsx'
import { ChevronIcon, HistoryIcon, PlusIcon } from '../icons.tsx'
import { useSavedSwitch } from '../shortcuts/chat-preferences.ts'
import type { Removal } from './history-item.tsx'
import { HistorySkeleton } from './history-skeleton.tsx'

interface HistorySidebarProps {
  agent: ChatAgent
  conversationId: string
  activity: string
  onRemoval: (removal: Removal) => void
  onNew: () => void
}

/** Remembers whether the user closed it. */
export function HistorySidebar({ agent, conversationId, activity, onRemoval, onNew }: HistorySidebarProps) {
  const id = useId()
  const wide = useWide()
  const [open, toggle] = useSavedSwitch('duo.chat.history')
  const [HistoryList, load] = useLazyComponent(async () => (await import('./history-list.tsx')).HistoryList)
  const shown = wide && open
  // biome-ignore lint/correctness/useExhaustiveDependencies: fetched once it is visible
  useEffect(() => {
    if (shown) load()
  }, [shown])
  return (
    <nav aria-label={m.chat_history_title()} className="mt-5 hidden shrink-0 grow flex-col border-t border-line lg:flex">
      <div className="flex flex-none items-center justify-between py-1 pr-3 pl-4">
        <button
          type="button"
          data-history
          aria-expanded={open}
          aria-controls={`${id}-list`}
          onClick={() => toggle(!open)}
          className="flex min-h-touch items-center gap-2 rounded-full px-3 text-sm font-semibold hover:bg-paper-sunk"
        >
          <HistoryIcon />
          {m.chat_history_open()}
          <span className={`transition-transform ${open ? '' : '-rotate-90'}`}>
            <ChevronIcon />
          </span>
        </button>
        <IconButton label={m.chat_new({ name: agent.name })} onClick={onNew}>
          <PlusIcon />
        </IconButton>
      </div>
      <div
        id={`${id}-list`}
        className={`min-h-44 flex-1 basis-0 flex-col overflow-y-auto overscroll-contain px-4 pb-4 ${open ? 'flex' : 'hidden'}`}
      >
        {shown && HistoryList ? (
          <HistoryList
            conversationId={conversationId}
            activity={activity}
            compact
            onRemoval={(of, removal) => of === conversationId && onRemoval(removal)}
          />
        ) : (
          <HistorySkeleton />
        )}
      </div>
    </nav>
  )
}
