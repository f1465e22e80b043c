import { CloseIcon } from '@duo/platform/browser/ui/icons.tsx'
import { Name } from '@duo/platform/browser/ui/name.tsx'
import { restoreFocus } from '@duo/platform/browser/ui/overlays/dialog.tsx'
import { useCloseOnBack } from '@duo/platform/browser/window/use-close-on-back.ts'
import { useWide } from '@duo/platform/browser/window/use-wide.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { Dialog as Radix } from 'radix-ui'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { SourceText } from '../../../chat/ui/citations/source-text.tsx'
import type { OpenedPassage } from '../../agent-schema.ts'
import { placeText } from '../../place-text.ts'
import type { OpenedSource } from './use-opened-passage.ts'

interface PassagePanelProps {
  shown: OpenedSource | null
  onClose: () => void
  /** Gets the focus back. */
  opener: RefObject<HTMLElement | null>
  /** Whether the back button of a phone closes it instead of leaving the page. */
  closesOnBack?: boolean
  /** Below the passages. */
  children?: (opened: OpenedPassage) => ReactNode
}

/** Margin that leaves room for the panel: its width. */
export const besidePanel = 'lg:mr-[min(26rem,44vw)]'

/** A cited passage among its neighbours: beside the page, or from below on a phone, where the page behind it is out of reach. */
export function PassagePanel({ shown, onClose, opener, closesOnBack = false, children }: PassagePanelProps) {
  const isNarrow = !useWide()
  return (
    <Radix.Root open={shown !== null} modal={isNarrow} onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        {isNarrow && shown && closesOnBack && <CloseOnBack onClose={onClose} />}
        {isNarrow && <Radix.Overlay className="fixed inset-0 z-40 animate-fade bg-scrim" />}
        <Radix.Content
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => restoreFocus(event, opener)}
          // beside the page, it stays open while the page is used
          onInteractOutside={(event) => !isNarrow && event.preventDefault()}
          className="fixed inset-x-0 bottom-0 z-50 max-h-[85svh] animate-rise overflow-y-auto overscroll-contain rounded-t-lg border border-line bg-paper-sunk p-5 shadow-lift lg:inset-y-[calc(var(--spacing-header)+0.75rem)] lg:right-4 lg:left-auto lg:bottom-4 lg:h-fit lg:max-h-[calc(100svh-var(--spacing-header)-1.75rem)] lg:w-[min(26rem,44vw)] lg:animate-fade lg:rounded-heard"
        >
          {shown && (
            <Shown {...shown}>{shown.content.state === 'open' && children ? children(shown.content.opened) : null}</Shown>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

function CloseOnBack({ onClose }: { onClose: () => void }) {
  useCloseOnBack(onClose)
  return null
}

const problems = { gone: m.studio_panel_gone, limited: m.studio_panel_limited, failed: m.studio_failed }

function Shown({ source, content, children }: OpenedSource & { children: ReactNode }) {
  const title = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another source is read from its title on
  useEffect(() => {
    title.current?.focus({ preventScroll: true })
  }, [source])
  const { state } = content
  const name = state === 'open' ? content.opened.documentName : source.title
  // of the sentences that the reply has, not of the whole passage
  const place = source.source === '' && state === 'open' ? placeText(content.opened) : source.source
  return (
    <>
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <Radix.Title ref={title} tabIndex={-1} className="font-voice text-lg font-[560] wrap-anywhere">
            <Name>{name}</Name>
          </Radix.Title>
          {place && <p className="figures text-sm text-muted wrap-anywhere">{place}</p>}
        </div>
        <Radix.Close
          aria-label={m.studio_panel_close()}
          className="-mt-2 -mr-2 grid size-touch flex-none place-items-center rounded-full hover:bg-paper"
        >
          <CloseIcon />
        </Radix.Close>
      </div>
      <div className="mt-3 rounded-md bg-paper-raised p-5 font-voice shadow-lift">
        {state === 'open' ? (
          <Passages opened={content.opened} quoted={source.passage} />
        ) : state === 'loading' ? (
          source.text === undefined ? (
            <p role="status">{m.studio_panel_loading()}</p>
          ) : (
            <SourceText text={source.text} passage={source.passage ?? source.text} />
          )
        ) : (
          <div className="grid gap-3">
            <p role="alert">{problems[state]()}</p>
            {source.text !== undefined && <SourceText text={source.text} passage={source.passage ?? source.text} />}
          </div>
        )}
      </div>
      {children}
    </>
  )
}

/** `quoted`: the sentences of the cited passage that the reply has; without them, all of it is marked. */
function Passages({ opened: { passages, language }, quoted }: { opened: OpenedPassage; quoted: string | undefined }) {
  const cited = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const used = cited.current?.querySelector('mark') ?? cited.current
    used?.scrollIntoView?.({ block: 'nearest' })
  }, [])
  const [first] = passages
  const headings = passages.map(({ headings }) => headings.at(-1))
  return (
    // a screen reader reads it in its own language
    <div lang={language ?? undefined} className="grid gap-3">
      {passages.map(({ id, text, isCited }, index) => {
        const heading = headings[index]
        return (
          <div key={id} ref={isCited ? cited : undefined} className="scroll-my-6">
            {heading !== undefined && (id === first?.id || heading !== headings[index - 1]) && (
              <p className="mb-2 text-lg font-[560] wrap-anywhere">{heading}</p>
            )}
            {isCited ? (
              <SourceText text={text} passage={quoted !== undefined && text.includes(quoted) ? quoted : text} />
            ) : (
              <p className="whitespace-pre-line wrap-anywhere text-muted">{text}</p>
            )}
          </div>
        )
      })}
    </div>
  )
}
