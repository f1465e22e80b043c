import { useFocusBack } from '@duo/platform/browser/input/use-focus-back.ts'
import { Avatar } from '@duo/platform/browser/ui/avatar.tsx'
import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { Name, named } from '@duo/platform/browser/ui/name.tsx'
import { useToast } from '@duo/platform/browser/ui/overlays/toast.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { locales } from '@duo/platform/shared/locale.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { isSignedOut } from '#auth/ui/trpc-errors.ts'
import { avatarPair, brightAvatarPair } from '#marketplace/ui/agents/persona-art.tsx'
import { refreshSession } from '#session/ui/session-sync.ts'
import type { ListedConversation } from '../../schema.ts'
import { PinIcon } from '../icons.tsx'
import { plainText } from '../markdown/plain-text.ts'
import { dayName } from '../messages/message-time.tsx'
import { trpc } from '../trpc.ts'
import { HistoryControls } from './history-controls.tsx'
import { RenameForm } from './rename-form.tsx'
import { cancelLists, renameInLists } from './use-history.ts'

interface HistoryItemProps {
  conversation: ListedConversation
  current: boolean
  compact: boolean
  onOpen: (() => void) | undefined
  onRemoval: (id: string, removal: Removal) => void
  /** An item that was archived, or taken out of the archive, stays here until the list closes, for Undo. */
  onHeld: (id: string, isHeld: boolean) => void
  onChanged: () => void
}

/** `leaving` and `returning`: from pressing Delete or Undo until the server responds. */
export type Removal = 'there' | 'leaving' | 'removed' | 'returning'

const shownTitle = ({ title, agent: { name }, question }: ListedConversation) =>
  locales.some((locale) => m.chat_title({ name }, { locale }) === title) ? (question ?? name) : title

type ItemState = 'shown' | 'renaming' | 'removed' | 'moved'

interface ItemOptions extends Pick<HistoryItemProps, 'onRemoval' | 'onHeld' | 'onChanged'> {
  setState: (state: ItemState) => void
}

function useItemActions({ id, archived }: ListedConversation, { setState, onRemoval, onHeld, onChanged }: ItemOptions) {
  const toast = useToast()
  const router = useRouter()
  const queries = useQueryClient()
  const onError = (error: unknown) => {
    if (isSignedOut(error)) return refreshSession(router)
    toast({ title: m.chat_history_action_failed(), tone: 'danger' })
  }
  const rename = trpc.chat.rename.useMutation({
    onError,
    onSuccess: async ({ conversation: renamed }) => {
      await renameInLists(queries, renamed)
      setState('shown')
      onChanged()
    },
  })
  // these callbacks also run after the drawer has closed
  const remove = trpc.chat.remove.useMutation({
    // a list that is on its way would lack the conversation, and with it Undo
    onMutate: () => {
      onRemoval(id, 'leaving')
      return cancelLists(queries)
    },
    onError: (error) => {
      onRemoval(id, 'there')
      return onError(error)
    },
    onSuccess: () => {
      setState('removed')
      onRemoval(id, 'removed')
    },
  })
  const restore = trpc.chat.restore.useMutation({
    onMutate: () => onRemoval(id, 'returning'),
    onSuccess: () => {
      setState('shown')
      onRemoval(id, 'there')
    },
    onError: (error) => {
      onRemoval(id, 'removed')
      return onError(error)
    },
  })
  const archive = trpc.chat.archive.useMutation({
    onMutate: () => {
      onHeld(id, true)
      return cancelLists(queries)
    },
    onSuccess: (_answer, moved) => {
      const isBack = moved.archived === archived
      setState(isBack ? 'shown' : 'moved')
      if (isBack) onHeld(id, false)
      onChanged()
    },
    onError: (error, moved) => {
      if (moved.archived !== archived) onHeld(id, false)
      return onError(error)
    },
  })
  return { rename, remove, restore, archive, onError }
}

/** A deleted conversation stays in the list, for Undo, until the list closes. */
export function HistoryItem({ conversation, current, compact, onOpen, onRemoval, onHeld, onChanged }: HistoryItemProps) {
  const { id, agent, last, archived } = conversation
  const title = shownTitle(conversation)
  const [state, setState] = useState<ItemState>('shown')
  const link = useFocusBack<HTMLAnchorElement>(state !== 'shown')
  const { rename, remove, restore, archive, onError } = useItemActions(conversation, { setState, onRemoval, onHeld, onChanged })
  if (state === 'removed') {
    return (
      <UndoRow busy={restore.isPending} onUndo={() => restore.mutate({ id })}>
        {named((shown) => m.chat_history_deleted({ title: shown }), title)}
      </UndoRow>
    )
  }
  if (state === 'moved') {
    return (
      <UndoRow busy={archive.isPending} onUndo={() => archive.mutate({ id, archived })}>
        {named((shown) => (archived ? m.chat_history_unarchived : m.chat_history_archived)({ title: shown }), title)}
      </UndoRow>
    )
  }
  if (state === 'renaming') {
    return (
      <li className="rounded-heard bg-paper-sunk p-3">
        <RenameForm
          title={title}
          busy={rename.isPending}
          onSave={(typed) => rename.mutate({ id, title: typed })}
          onCancel={() => setState('shown')}
        />
      </li>
    )
  }
  return (
    <li
      className={`group relative flex items-start gap-3 rounded-heard py-2 pr-1 pl-2 hover:bg-paper-sunk ${current ? 'bg-paper-sunk' : ''}`}
    >
      <Avatar
        name={agent.name}
        pair={compact ? brightAvatarPair(agent.colors) : avatarPair(agent.colors)}
        className={`mt-1 flex-none text-sm ${compact ? 'size-9' : 'size-10'}`}
      />
      <div className="min-w-0 flex-1">
        <Link
          ref={link}
          to="/chat/$conversationId"
          params={{ conversationId: id }}
          preload={false}
          onClick={onOpen}
          aria-current={current ? 'page' : undefined}
          title={title}
          className={`block truncate font-semibold after:absolute after:inset-0 after:rounded-heard focus-visible:outline-none focus-visible:after:outline-3 focus-visible:after:-outline-offset-3 focus-visible:after:outline-focus ${compact ? 'text-sm' : ''}`}
        >
          <bdi>{title}</bdi>
        </Link>
        {!compact && <p className="truncate text-sm text-muted">{plainText(last)}</p>}
        <Details conversation={conversation} title={title} />
      </div>
      <HistoryControls
        {...{ conversation, title, compact }}
        busy={remove.isPending ? 'remove' : archive.isPending ? 'archive' : null}
        onRename={() => setState('renaming')}
        onArchive={() => archive.mutate({ id, archived: !archived })}
        onRemove={() => remove.mutate({ id })}
        onPinned={onChanged}
        onError={onError}
      />
    </li>
  )
}

function Details({ conversation, title }: { conversation: ListedConversation; title: string }) {
  const { agent, updated_at, pinned, archived } = conversation
  return (
    <p className="figures truncate text-xs text-muted">
      {pinned && (
        <span>
          <PinIcon filled className="-mt-0.5 mr-1 inline size-3.5" />
          <span className="sr-only">{m.chat_history_pinned()} · </span>
        </span>
      )}
      {archived && <span>{m.chat_history_in_archive()} · </span>}
      {title !== agent.name && (
        <span>
          <Name>{agent.name}</Name> ·{' '}
        </span>
      )}
      <span>{dayName(updated_at)}</span>
    </p>
  )
}

function UndoRow({ busy, onUndo, children }: { busy: boolean; onUndo: () => void; children: ReactNode }) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  return (
    <li className="flex items-center justify-between gap-3 rounded-heard bg-paper-sunk py-2 pr-2 pl-4">
      <p role="status" className="min-w-0 truncate text-sm">
        {children}
      </p>
      <Button ref={button} variant="quiet" busy={busy} onClick={onUndo}>
        {m.chat_history_undo()}
      </Button>
    </li>
  )
}
