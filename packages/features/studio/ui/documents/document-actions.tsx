import { useFocusBack } from '@duo/platform/browser/input/use-focus-back.ts'
import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { Field } from '@duo/platform/browser/ui/forms/field.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { hasVisibleText } from '@duo/platform/shared/text/visible-text.ts'
import { useState } from 'react'
import { useMutation } from '../../../shell/ui/api/use-mutation.ts'
import { maxNameLength } from '../../rules.ts'
import type { StudioDocument } from '../../schema.ts'
import { AskInPlace } from '../frame/ask-in-place.tsx'

interface DocumentActionsProps {
  document: StudioDocument
  /** Opens the file picker, to replace the document or to go on with its upload. */
  onPick: () => void
  onChanged: () => void
  onRemoved?: () => void
}

type Action =
  | { kind: 'cancel'; versionId: string }
  | { kind: 'retry' }
  | { kind: 'remove'; everywhere: boolean }
  | { kind: 'rename'; name: string }

/** What can be done with a document now. Deleting asks for confirmation in place. */
export function DocumentActions({ document, onPick, onChanged, onRemoved = () => {} }: DocumentActionsProps) {
  const { id, name, current, next } = document
  const [open, setOpen] = useState<'remove' | 'rename' | null>(null)
  const opener = useFocusBack(open !== null)
  const { state, pending, run } = useMutation<Action>({
    call: async ({ studio }, action) => {
      if (action.kind === 'cancel') await studio.cancel.mutate({ versionId: action.versionId })
      else if (action.kind === 'retry') await studio.retry.mutate({ documentId: id })
      else if (action.kind === 'rename') await studio.rename.mutate({ documentId: id, name: action.name })
      else await studio.remove.mutate({ documentId: id, everywhere: action.everywhere })
      setOpen(null)
      if (action.kind === 'remove') onRemoved()
      onChanged()
      return null
    },
  })
  if (open === 'rename')
    return (
      <Rename
        name={name}
        pending={pending}
        onCancel={() => setOpen(null)}
        onRename={(changed) => void run({ kind: 'rename', name: changed })}
      />
    )
  if (open === 'remove')
    return (
      <RemoveQuestion
        document={document}
        pending={pending}
        hasFailed={state === 'failed'}
        onRemove={(everywhere) => void run({ kind: 'remove', everywhere })}
        onKeep={() => setOpen(null)}
      />
    )
  const underWay = [next, current].find((version) => version && version.state !== 'ready' && version.state !== 'failed')
  const isStopped = next?.state === 'uploading'
  const link = 'text-link inline-flex min-h-touch items-center text-sm font-semibold'
  return (
    <div className="flex flex-wrap items-start gap-x-4">
      {next?.state === 'failed' && (
        <button type="button" className={link} aria-disabled={pending || undefined} onClick={() => void run({ kind: 'retry' })}>
          {m.studio_retry()}
        </button>
      )}
      {(!underWay || isStopped) && (
        <button type="button" className={link} aria-label={m.studio_replace_label({ name })} onClick={onPick}>
          {isStopped ? m.studio_choose_again() : m.studio_replace()}
        </button>
      )}
      {underWay && (
        <button
          type="button"
          className={link}
          aria-label={m.studio_cancel_label({ name })}
          onClick={() => void run({ kind: 'cancel', versionId: underWay.id })}
        >
          {m.studio_cancel()}
        </button>
      )}
      <button
        ref={opener}
        type="button"
        className={link}
        aria-label={m.studio_rename_label({ name })}
        onClick={() => setOpen('rename')}
      >
        {m.studio_rename()}
      </button>
      <button type="button" className={link} aria-label={m.studio_remove_label({ name })} onClick={() => setOpen('remove')}>
        {m.studio_remove()}
      </button>
      <p role="status" className="text-sm font-semibold text-danger empty:hidden">
        {state === 'failed' && m.studio_failed()}
      </p>
    </div>
  )
}

interface RemoveQuestionProps {
  document: StudioDocument
  pending: boolean
  hasFailed: boolean
  onRemove: (everywhere: boolean) => void
  onKeep: () => void
}

/** A document that visitors are answered from can stay in what is shared. */
function RemoveQuestion({ document: { name, isShared }, pending, hasFailed, onRemove, onKeep }: RemoveQuestionProps) {
  return (
    <AskInPlace
      text={isShared ? m.studio_remove_shared_sure({ name }) : m.studio_remove_sure({ name })}
      hasFailed={hasFailed}
      className="sm:col-span-full"
      onKeep={onKeep}
    >
      <Button variant={isShared ? 'quiet' : 'danger'} busy={pending} autoFocus onClick={() => onRemove(false)}>
        {isShared ? m.studio_remove_draft() : m.studio_remove()}
      </Button>
      {isShared && (
        <Button variant="danger" busy={pending} onClick={() => onRemove(true)}>
          {m.studio_remove_everywhere()}
        </Button>
      )}
    </AskInPlace>
  )
}

interface RenameProps {
  name: string
  pending: boolean
  onCancel: () => void
  onRename: (name: string) => void
}

function Rename({ name, pending, onCancel, onRename }: RenameProps) {
  const [draft, setDraft] = useState(name)
  return (
    <form
      noValidate
      method="post"
      className="sm:col-span-full"
      onSubmit={(event) => {
        event.preventDefault()
        if (hasVisibleText(draft)) onRename(draft)
      }}
    >
      <Field
        label={m.studio_document_name()}
        autoFocus
        value={draft}
        maxLength={maxNameLength}
        autoComplete="off"
        error={hasVisibleText(draft) ? null : m.studio_name_required()}
        onChange={({ target }) => setDraft(target.value)}
        beside={
          <Button type="submit" size="lg" busy={pending} aria-disabled={pending || undefined}>
            {m.studio_save()}
          </Button>
        }
      />
      <Button variant="plain" onClick={onCancel}>
        {m.studio_cancel()}
      </Button>
    </form>
  )
}
