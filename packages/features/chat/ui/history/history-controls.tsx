import { useToast } from '@duo/platform/browser/ui/overlays/toast.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { maxPinned } from '../../rules.ts'
import type { ListedConversation } from '../../schema.ts'
import { IconButton } from '../icon-button.tsx'
import { ArchiveIcon, BinIcon, PencilIcon, PinIcon, UnarchiveIcon } from '../icons.tsx'
import { trpc } from '../trpc.ts'
import { refetchLists } from './use-history.ts'

interface HistoryControlsProps {
  conversation: ListedConversation
  title: string
  compact: boolean
  /** The name of the action that waits for the server, whose button is disabled. */
  busy: 'archive' | 'remove' | null
  onRename: () => void
  onArchive: () => void
  onRemove: () => void
  onPinned: () => void
  onError: (error: unknown) => unknown
}

export function HistoryControls({
  conversation: { id, pinned, archived },
  title,
  compact,
  busy,
  onRename,
  onArchive,
  onRemove,
  onPinned,
  onError,
}: HistoryControlsProps) {
  const button = useRef<HTMLButtonElement>(null)
  const queries = useQueryClient()
  const toast = useToast()
  const pin = trpc.chat.pin.useMutation({
    onError,
    onSuccess: async ({ error }) => {
      if (error) return toast({ title: m.chat_history_pin_full({ max: maxPinned }), tone: 'danger' })
      await refetchLists(queries)
      onPinned()
      // the item has moved, which takes the focus away
      button.current?.focus()
    },
  })
  return (
    <div className={`relative grid flex-none grid-cols-2 ${compact ? compactControls : '-my-1'}`}>
      <IconButton
        ref={button}
        label={pinned ? m.chat_history_unpin({ title }) : m.chat_history_pin({ title })}
        disabled={pin.isPending}
        onClick={() => pin.mutate({ id, pinned: !pinned })}
      >
        <PinIcon filled={pinned} />
      </IconButton>
      <IconButton label={m.chat_history_rename({ title })} onClick={onRename}>
        <PencilIcon />
      </IconButton>
      <IconButton
        label={archived ? m.chat_history_unarchive({ title }) : m.chat_history_archive({ title })}
        disabled={busy === 'archive'}
        onClick={onArchive}
      >
        {archived ? <UnarchiveIcon /> : <ArchiveIcon />}
      </IconButton>
      <IconButton label={m.chat_history_delete({ title })} disabled={busy === 'remove'} onClick={onRemove}>
        <BinIcon />
      </IconButton>
    </div>
  )
}

/** Small where a mouse points, so that the middle of the row still opens the conversation. */
const compactControls =
  'self-center pointer-fine:absolute pointer-fine:inset-y-0.5 pointer-fine:right-1.5 pointer-fine:content-center pointer-fine:rounded-heard pointer-fine:bg-[var(--history-ground)] pointer-fine:opacity-0 pointer-fine:*:size-6 pointer-fine:group-hover:opacity-100 pointer-fine:group-focus-within:opacity-100'
