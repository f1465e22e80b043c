import { useFocusBack } from '@duo/platform/browser/input/use-focus-back.ts'
import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { Field } from '@duo/platform/browser/ui/forms/field.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { hasVisibleText } from '@duo/platform/shared/text/visible-text.ts'
import { useState } from 'react'
import { useMutation } from '../../../shell/ui/api/use-mutation.ts'
import { maxNameLength } from '../../rules.ts'
import type { StudioDocument } from '../../schema.ts'
import { RemoveQuestion, ReplaceQuestion } from './document-questions.tsx'

interface DocumentActionsProps {
  document: StudioDocument
  /** Opens the file picker, to replace the document or to go on with its upload. `everywhere`: also in what is shared. */
  onPick: (everywhere: boolean) => void
  onChanged: () => void
  onRemoved?: () => void
}

/** What takes the place of the buttons. */
type Part = 'remove' | 'rename' | 'replace'

type Action =
  | { kind: 'cancel'; versionId: string }
  | { kind: 'retry' }
  | { kind: 'remove'; everywhere: boolean }
  | { kind: 'rename'; name: string }

/** What can be done with a document now. Deleting asks for confirmation in place. */
export function DocumentActions({ document, onPick, onChanged, onRemoved = () => {} }: DocumentActionsProps) {
  const { id, name, isShared, current, next } = document
  const { open, setOpen, show, openerOf } = useParts()
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
  if (open === 'replace')
    return (
      <ReplaceQuestion
        name={name}
        onPick={(everywhere) => {
          onPick(everywhere)
          setOpen(null)
        }}
        onKeep={() => setOpen(null)}
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
        <button
          type="button"
          ref={openerOf('replace')}
          className={link}
          aria-label={m.studio_replace_label({ name })}
          onClick={() => (isShared && !isStopped ? show('replace') : onPick(false))}
        >
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
        ref={openerOf('rename')}
        type="button"
        className={link}
        aria-label={m.studio_rename_label({ name })}
        onClick={() => show('rename')}
      >
        {m.studio_rename()}
      </button>
      <button
        ref={openerOf('remove')}
        type="button"
        className={link}
        aria-label={m.studio_remove_label({ name })}
        onClick={() => show('remove')}
      >
        {m.studio_remove()}
      </button>
      <p role="status" className="text-sm font-semibold text-danger empty:hidden">
        {state === 'failed' && m.studio_failed()}
      </p>
    </div>
  )
}

/** The focus goes back to the button that was pressed. */
function useParts() {
  const [open, setOpen] = useState<Part | null>(null)
  const [last, setLast] = useState<Part | null>(null)
  const opener = useFocusBack(open !== null)
  const show = (part: Part) => {
    setOpen(part)
    setLast(part)
  }
  return { open, setOpen, show, openerOf: (part: Part) => (last === part ? opener : null) }
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
