import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import type { StudioDocument } from '../../schema.ts'
import { AskInPlace } from '../frame/ask-in-place.tsx'

interface RemoveQuestionProps {
  document: StudioDocument
  pending: boolean
  hasFailed: boolean
  onRemove: (everywhere: boolean) => void
  onKeep: () => void
}

/** A document that visitors are answered from can stay in what is shared. */
export function RemoveQuestion({ document: { name, isShared }, pending, hasFailed, onRemove, onKeep }: RemoveQuestionProps) {
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

interface ReplaceQuestionProps {
  name: string
  onPick: (everywhere: boolean) => void
  onKeep: () => void
}

/** What visitors get is a copy, which a new version of the document does not change. */
export const ReplaceQuestion = ({ name, onPick, onKeep }: ReplaceQuestionProps) => (
  <AskInPlace text={m.studio_replace_shared_sure({ name })} className="sm:col-span-full" onKeep={onKeep}>
    <Button variant="quiet" autoFocus onClick={() => onPick(false)}>
      {m.studio_replace_draft()}
    </Button>
    <Button variant="danger" onClick={() => onPick(true)}>
      {m.studio_replace_everywhere()}
    </Button>
  </AskInPlace>
)
