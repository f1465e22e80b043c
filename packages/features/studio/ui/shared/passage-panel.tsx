import { CloseIcon } from '@duo/platform/browser/ui/icons.tsx'
import { restoreFocus } from '@duo/platform/browser/ui/overlays/dialog.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { Dialog as Radix } from 'radix-ui'
import { type RefObject, useEffect, useRef } from 'react'
import type { Source } from '../../../chat/schema.ts'
import { SourceText } from '../../../chat/ui/reply/source-text.tsx'
import type { OpenedPassage } from '../../agent-schema.ts'
import { type PassageState, useOpenedPassage } from './use-opened-passage.ts'

interface PassagePanelProps {
  slug: string
  source: Source
  open: boolean
  onOpenChange: (open: boolean) => void
  returnFocusTo: RefObject<HTMLElement | null>
}

/** A cited passage with those around it: beside the talk, or a bottom sheet on phones. Shows the cited text while the others load. */
export function PassagePanel({ slug, source, open, onOpenChange, returnFocusTo }: PassagePanelProps) {
  const state = useOpenedPassage({ slug, source, open })
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-50 animate-fade bg-scrim" />
        <Radix.Content
          aria-describedby={undefined}
          onCloseAutoFocus={(event) => restoreFocus(event, returnFocusTo)}
          className="fixed inset-x-0 bottom-0 z-50 max-h-[85svh] animate-rise overflow-y-auto overscroll-contain rounded-t-lg bg-paper-raised p-6 shadow-lift sm:inset-y-0 sm:left-auto sm:max-h-none sm:w-[min(34rem,92vw)] sm:animate-slide-in sm:rounded-none sm:p-8"
        >
          <div className="flex items-start justify-between gap-4">
            <Radix.Title className="min-w-0 text-xl wrap-anywhere">
              <bdi>{source.title}</bdi>
            </Radix.Title>
            <Radix.Close
              aria-label={m.chat_source_close()}
              className="-mt-2 -mr-2 grid size-touch flex-none place-items-center rounded-full hover:bg-paper-sunk"
            >
              <CloseIcon />
            </Radix.Close>
          </div>
          {source.source !== '' && <p className="mt-1 font-semibold wrap-anywhere">{source.source}</p>}
          <p role="status" className="not-empty:mt-4">
            {noticeOf(state)}
          </p>
          <div className="mt-5 font-voice text-lg whitespace-pre-line wrap-anywhere">
            {state.opened ? <Passages opened={state.opened} quoted={source.passage} /> : <KeptText source={source} />}
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** The text that came with the reply. */
function KeptText({ source: { text, passage } }: { source: Source }) {
  return text === undefined ? null : <SourceText text={text} passage={passage ?? text} />
}

function noticeOf({ phase, wait }: PassageState): string {
  switch (phase) {
    case 'limited':
      return m.studio_shared_passages_used()
    case 'gone':
      return m.studio_shared_gone()
    case 'busy':
      return m.studio_shared_busy({ wait })
    case 'failed':
      return m.studio_shared_passage_failed()
    default:
      return ''
  }
}

function Passages({ opened, quoted }: { opened: OpenedPassage; quoted: string | undefined }) {
  const cited = useRef<HTMLDivElement>(null)
  // in braces: newer browsers return a promise, which is no clean-up
  useEffect(() => {
    cited.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return opened.passages.map(({ id, text, isCited }) => (
    <div
      key={id}
      ref={isCited ? cited : undefined}
      className={`mb-4 ${isCited ? 'border-l-4 border-overlap pl-4' : 'text-muted'}`}
    >
      {isCited ? (
        <SourceText text={text} passage={quoted !== undefined && text.includes(quoted) ? quoted : text} />
      ) : (
        <p>{text}</p>
      )}
    </div>
  ))
}
