import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { useId } from 'react'
import type { StudioDocument } from '../../schema.ts'
import { LeaveQuestion } from '../frame/leave-question.tsx'
import type { NamedFile } from '../uploads/dropped-files.ts'
import { findReplaced, type SameNameChoice } from './same-names.ts'

interface SameNamesQuestionProps {
  files: readonly NamedFile[]
  documents: readonly StudioDocument[]
  onChoose: (choice: SameNameChoice) => void
  onLeaveOut: () => void
}

const shownNames = 5

/** Asks once for all files whose names are taken. To replace comes first: a folder that is added again brings newer versions. */
export function SameNamesQuestion({ files, documents, onChoose, onLeaveOut }: SameNamesQuestionProps) {
  const id = useId()
  const replaced = files.map((file) => findReplaced(file, files, documents))
  const [count, found] = [files.length, replaced.filter((document) => document !== null)]
  const isShared = found.some((document) => document.isShared)
  const question = found.length === 0 ? m.studio_same_name_both() : m.studio_same_name_choice({ count })
  return (
    // biome-ignore lint/a11y/useSemanticElements: a question with buttons, not fields of a form
    <div role="group" aria-labelledby={id} className="mt-6 rounded-heard border-2 border-overlap bg-paper-raised p-5">
      <p id={id} className="max-w-[60ch] font-semibold wrap-anywhere">
        {`${m.studio_same_name({ count, name: files[0]?.name ?? '' })} ${question}`}
      </p>
      {count > 1 && (
        <ul className="mt-2 list-disc pl-5 text-sm wrap-anywhere">
          {files.slice(0, shownNames).map(({ name }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two files of a folder may have the same name
            <li key={place}>
              <bdi>{name}</bdi>
            </li>
          ))}
          {count > shownNames && <li>{m.studio_same_name_more({ count: count - shownNames })}</li>}
        </ul>
      )}
      {found.length > 0 && found.length < count && <p className="mt-2 max-w-[60ch] text-sm">{m.studio_same_name_several()}</p>}
      {isShared && <p className="mt-2 max-w-[60ch] text-sm">{m.studio_same_name_shared()}</p>}
      <div className="mt-4 flex flex-wrap gap-3">
        {found.length > 0 && (
          <Button autoFocus onClick={() => onChoose('replace')}>
            {isShared ? m.studio_same_name_replace_draft() : m.studio_replace()}
          </Button>
        )}
        {isShared && (
          <Button variant="danger" onClick={() => onChoose('everywhere')}>
            {m.studio_same_name_replace_everywhere()}
          </Button>
        )}
        <Button variant="quiet" autoFocus={found.length === 0} onClick={() => onChoose('both')}>
          {m.studio_same_name_keep_both()}
        </Button>
        <Button variant="plain" onClick={onLeaveOut}>
          {m.studio_same_name_leave_out()}
        </Button>
      </div>
      <LeaveQuestion isUnsaved />
    </div>
  )
}
