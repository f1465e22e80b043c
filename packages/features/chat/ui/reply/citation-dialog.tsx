import { Dialog } from '@duo/platform/browser/ui/overlays/dialog.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import type { Source } from '../../schema.ts'
import { SourceText } from './source-text.tsx'

interface CitationDialogProps {
  source: Source
  open: boolean
  onOpenChange: (open: boolean) => void
  returnFocusTo: { readonly current: HTMLElement | null }
}

/** Shows the note that a reply cites. */
export const CitationDialog = ({ source, ...dialog }: CitationDialogProps) => (
  <Dialog {...dialog} title={source.title} description={source.source} closeLabel={m.chat_source_close()}>
    <SourceText text={source.text ?? ''} passage={source.passage} />
  </Dialog>
)
