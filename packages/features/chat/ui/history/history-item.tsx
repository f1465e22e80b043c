import { isComposing } from '@duo/platform/browser/input/enter-key.ts'
import { useFocusBack } from '@duo/platform/browser/input/use-focus-back.ts'
import { Avatar } from '@duo/platform/browser/ui/avatar.tsx'
import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { Name, named } from '@duo/platform/browser/ui/name.tsx'
import { useToast } from '@duo/platform/browser/ui/overlays/toast.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { locales } from '@duo/platform/shared/locale.ts'
import { hasVisibleText } from '@duo/platform/shared/text/visible-text.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { isSignedOut } from '#auth/ui/trpc-errors.ts'
import { avatarPair, brightAvatarPair } from '#marketplace/ui/agents/persona-art.tsx'
import { refreshSession } from '#session/ui/session-sync.ts'
import { titleMaxLength } from '../../rules.ts'
import type { ListedConversation } from '../../schema.ts'
import { IconButton } from '../icon-button.tsx'
import { BinIcon, PencilIcon } from '../icons.tsx'
import { plainText } from '../markdown/plain-text.ts'
import { dayName } from '../messages/message-time.tsx'
import { trpc } from '../trpc.ts'
import { cancelLists, renameInLists } from './use-history.ts'

interface HistoryItemProps {
  conversation: ListedConversation
  current: boolean
  compact: boolean
  onOpen: (() => void) | undefined
  onRemoval: (id: string, removal: Removal) => void
  onRenamed: () => void
}

/** `leaving` and `returning`: from pressing Delete or Undo until the server responds. */
export type Removal = 'there' | 'leaving' | 'removed' | 'returning'

const shownTitle = ({ title, agent: { name }, question }: ListedConversation) =>
  locales.some((locale) => m.chat_title({ name }, { locale }) === title) ? (question ?? name) : title

/** A deleted conversation stays in the list, for Undo, until the list closes. */
export function HistoryItem({ conversation, current, compact, onOpen, onRemoval, onRenamed }: HistoryItemProps) {
  const { id, agent, last, updated_at } = conversation
  const title = shownTitle(conversation)
  const [state, setState] = useState<'shown' | 'renaming' | 'removed'>('shown')
  const link = useFocusBack<HTMLAnchorElement>(state !== 'shown')
  const toast = useToast()
  const router = useRouter()
  const queries = useQueryClient()
  const failed = {
    onError: (error: unknown) => {
      if (isSignedOut(error)) return refreshSession(router)
      toast({ title: m.chat_history_action_failed(), tone: 'danger' })
    },
  }
  const rename = trpc.chat.rename.useMutation(failed)
  // these callbacks also run after the drawer has closed
  const remove = trpc.chat.remove.useMutation({
    // a list that is on its way would lack the conversation, and with it Undo
    onMutate: () => {
      onRemoval(id, 'leaving')
      return cancelLists(queries)
    },
    onError: (error) => {
      onRemoval(id, 'there')
      return failed.onError(error)
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
      return failed.onError(error)
    },
  })
  if (state === 'removed') {
    return (
      <li className="flex items-center justify-between gap-3 rounded-heard bg-paper-sunk py-2 pr-2 pl-4">
        <p role="status" className="min-w-0 truncate text-sm">
          {named((shown) => m.chat_history_deleted({ title: shown }), title)}
        </p>
        <UndoButton busy={restore.isPending} onUndo={() => restore.mutate({ id })} />
      </li>
    )
  }
  if (state === 'renaming') {
    const save = (typed: string) =>
      rename.mutate(
        { id, title: typed },
        {
          onSuccess: async ({ conversation: renamed }) => {
            await renameInLists(queries, renamed)
            setState('shown')
            onRenamed()
          },
        },
      )
    return (
      <li className="rounded-heard bg-paper-sunk p-3">
        <RenameForm title={title} busy={rename.isPending} onSave={save} onCancel={() => setState('shown')} />
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
        <p className="figures truncate text-xs text-muted">
          {title !== agent.name && (
            <span>
              <Name>{agent.name}</Name> ·{' '}
            </span>
          )}
          <span>{dayName(updated_at)}</span>
        </p>
      </div>
      <div className={`relative flex flex-none ${compact ? compactControls : '-my-1 flex-col'}`}>
        <IconButton label={m.chat_history_rename({ title })} onClick={() => setState('renaming')}>
          <PencilIcon />
        </IconButton>
        <IconButton label={m.chat_history_delete({ title })} disabled={remove.isPending} onClick={() => remove.mutate({ id })}>
          <BinIcon />
        </IconButton>
      </div>
    </li>
  )
}

const compactControls =
  'self-center pointer-fine:absolute pointer-fine:inset-y-1 pointer-fine:right-1 pointer-fine:items-center pointer-fine:rounded-full pointer-fine:bg-[var(--history-ground)] pointer-fine:opacity-0 pointer-fine:group-hover:opacity-100 pointer-fine:group-focus-within:opacity-100'

function UndoButton({ busy, onUndo }: { busy: boolean; onUndo: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  return (
    <Button ref={button} variant="quiet" busy={busy} onClick={onUndo}>
      {m.chat_history_undo()}
    </Button>
  )
}

interface RenameFormProps {
  title: string
  busy: boolean
  onSave: (title: string) => void
  onCancel: () => void
}

function RenameForm({ title, busy, onSave, onCancel }: RenameFormProps) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    field.current?.focus()
    field.current?.select()
  }, [])
  const save = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = field.current?.value.trim() ?? ''
    if (!hasVisibleText(typed) || typed === title) return onCancel()
    onSave(typed)
  }
  return (
    <form onSubmit={save} data-own-escape onKeyDown={(event) => event.key === 'Escape' && !isComposing(event) && onCancel()}>
      <label className="block">
        <span className="mb-1 block text-sm font-semibold">{m.chat_history_rename_label()}</span>
        <input
          ref={field}
          defaultValue={title}
          maxLength={titleMaxLength}
          className="min-h-touch w-full rounded-heard border border-line-strong bg-paper-raised px-4"
        />
      </label>
      <div className="mt-2 flex justify-end gap-2">
        <Button variant="plain" onClick={onCancel}>
          {m.chat_history_rename_cancel()}
        </Button>
        <Button type="submit" busy={busy}>
          {m.chat_history_rename_save()}
        </Button>
      </div>
    </form>
  )
}
