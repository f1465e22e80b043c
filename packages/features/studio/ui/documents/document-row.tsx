import { Name } from '@duo/platform/browser/ui/name.tsx'
import { getLocale } from '@duo/platform/i18n/locale.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { sizeText } from '../../place-text.ts'
import { fileExtensions } from '../../rules.ts'
import type { DocumentVersion, StudioDocument } from '../../schema.ts'
import { PairMark } from '../studio-icons.tsx'
import type { NamedFile } from '../uploads/dropped-files.ts'
import type { resumeUpload } from '../uploads/upload-queue.ts'
import { DocumentActions } from './document-actions.tsx'
import { pageRanges, progressOf, refusalText } from './document-state.ts'
import { ProgressBar } from './progress-bar.tsx'

export interface DocumentRowProps {
  agentId: string
  document: StudioDocument
  /** `everywhere`: also in what is shared. */
  onReplace: (files: readonly NamedFile[], everywhere: boolean) => void
  onResume: (upload: Parameters<typeof resumeUpload>[1]) => void
  onChanged: () => void
}

export function DocumentRow({ agentId, document, onReplace, onResume, onChanged }: DocumentRowProps) {
  const { id, name, current, next } = document
  const version = next ?? current
  const picker = useRef<HTMLInputElement>(null)
  const isEverywhere = useRef(false)
  if (!version) return null
  const isStopped = next?.state === 'uploading'
  const take = (file: File) => {
    if (isStopped && next && file.size === next.size)
      onResume({ agentId, name, size: file.size, file, versionId: next.id, documentId: id, sent: next.received })
    else onReplace([{ name: file.name, file }], isEverywhere.current)
  }
  return (
    <li className="grid gap-x-6 gap-y-2 border-b border-line py-4 sm:grid-cols-[minmax(0,1fr)_minmax(11rem,16rem)_auto]">
      <div className="flex min-w-0 gap-3">
        <PairMark state={markOf(version)} />
        <div className="min-w-0">
          <p className="font-semibold wrap-anywhere">
            {current ? (
              <Link to="/studio/documents/$documentId" params={{ documentId: id }} className="text-link">
                <Name>{name}</Name>
              </Link>
            ) : (
              <Name>{name}</Name>
            )}
          </p>
          <p className="figures text-sm text-muted">{factsOf(version)}</p>
          <DocumentNotes document={document} />
        </div>
      </div>
      <State version={version} isStopped={isStopped} />
      <DocumentActions
        document={document}
        onPick={(everywhere) => {
          isEverywhere.current = everywhere
          picker.current?.click()
        }}
        onChanged={onChanged}
      />
      <input
        ref={picker}
        type="file"
        accept={fileExtensions.join(',')}
        hidden
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          currentTarget.value = ''
          if (file) take(file)
        }}
      />
    </li>
  )
}

function markOf({ state }: DocumentVersion) {
  if (state === 'ready') return 'met'
  if (state === 'failed') return 'failed'
  return state === 'uploading' ? 'apart' : 'near'
}

function State({ version, isStopped }: { version: DocumentVersion; isStopped: boolean }) {
  const { text, share } = progressOf(version)
  if (version.state === 'failed') return <p className="text-sm font-semibold text-danger">{text}</p>
  if (version.state === 'ready') return <p className="figures text-sm">{text}</p>
  return (
    <ProgressBar text={isStopped ? m.studio_state_stopped({ percent: Math.floor((share ?? 0) * 100) }) : text} share={share} />
  )
}

function factsOf({ size, pages }: DocumentVersion): string {
  const bytes = sizeText(size, getLocale())
  return pages === null ? bytes : m.studio_size_pages({ size: bytes, pages })
}

function DocumentNotes({ document: { name, current, next } }: { document: StudioDocument }) {
  const notes = [
    ...(next?.state === 'failed' ? [refusalText(next.refusal, name)] : []),
    ...(next?.state === 'failed' && current ? [m.studio_note_before_answers()] : []),
    ...(next?.state === 'uploading' ? [m.studio_note_choose_again()] : []),
    ...(next && next.state !== 'failed' && current ? [m.studio_note_replacing()] : []),
    ...(current && current.state !== 'ready' && current.passages > 0 ? [m.studio_note_answers_already()] : []),
    ...(current && current.emptyPages.length > 0
      ? [m.studio_note_pictures({ count: current.emptyPages.length, pages: pageRanges(current.emptyPages) })]
      : []),
  ]
  const isFailed = next?.state === 'failed' || next?.state === 'uploading'
  if (notes.length === 0) return null
  return (
    <div role="status" className={`mt-2 grid gap-1 text-sm ${isFailed ? 'border-l-4 border-overlap pl-3' : 'text-muted'}`}>
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
    </div>
  )
}
