import { Dialog } from '@duo/platform/browser/ui/overlays/dialog.tsx'
import { Tooltip } from '@duo/platform/browser/ui/overlays/tooltip.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { type Ref, useEffect } from 'react'
import type { Source } from '../../schema.ts'
import { SourceText } from './source-text.tsx'

interface CitationDetailsProps {
  source: Source
  button: HTMLButtonElement
  /** False if the press of the button opens something else. */
  opensOnPress: boolean
  isOpen: boolean
  onOpenChange: (open: boolean) => void
}

/** Shows the source of a citation beside its button, and its note in a dialog. */
export function CitationDetails({ source, button, opensOnPress, isOpen, onOpenChange }: CitationDetailsProps) {
  const content = (
    <>
      <span className="block font-semibold">{source.title}</span>
      <span className="block text-muted">{source.source}</span>
    </>
  )
  return (
    <>
      <Tooltip content={content} opensOnPress={opensOnPress} opensAtOnce={!isOpen && button.matches(':hover, :focus')}>
        <PresentButton button={button} />
      </Tooltip>
      {source.text !== undefined && (
        <Dialog
          open={isOpen}
          onOpenChange={onOpenChange}
          title={source.title}
          description={source.source}
          closeLabel={m.chat_source_close()}
          returnFocusTo={{ current: button }}
        >
          <SourceText text={source.text} passage={source.passage} />
        </Dialog>
      )}
    </>
  )
}

interface PresentButtonProps {
  button: HTMLButtonElement
  /** From here on, what the tooltip gives its trigger. */
  ref?: Ref<HTMLButtonElement>
  'aria-describedby'?: string
  onPointerMove?: (event: PointerEvent) => void
  onPointerLeave?: (event: PointerEvent) => void
  onPointerDown?: (event: PointerEvent) => void
  onFocus?: (event: FocusEvent) => void
  onBlur?: (event: FocusEvent) => void
  onClick?: (event: MouseEvent) => void
}

/** Makes a button that is on the page the tooltip's trigger. Rendering another would lose its focus, and a press during the change. */
function PresentButton({ button, ref, ...trigger }: PresentButtonProps) {
  useEffect(() => {
    if (typeof ref === 'function') ref(button)
    else if (ref) ref.current = button
  }, [button, ref])
  const description = trigger['aria-describedby']
  useEffect(() => {
    if (description === undefined) button.removeAttribute('aria-describedby')
    else button.setAttribute('aria-describedby', description)
  }, [button, description])
  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    button.addEventListener('pointermove', (event) => trigger.onPointerMove?.(event), { signal })
    button.addEventListener('pointerleave', (event) => trigger.onPointerLeave?.(event), { signal })
    button.addEventListener('pointerdown', (event) => trigger.onPointerDown?.(event), { signal })
    button.addEventListener('focus', (event) => trigger.onFocus?.(event), { signal })
    button.addEventListener('blur', (event) => trigger.onBlur?.(event), { signal })
    button.addEventListener('click', (event) => trigger.onClick?.(event), { signal })
    return () => listening.abort()
  })
  return null
}
