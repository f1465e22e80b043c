import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { type ComponentProps, useEffect, useState } from 'react'

/** How long the button says that the text was copied, in milliseconds (spec, section 4). */
export const copiedDurationMs = 2000

interface CopyButtonProps extends Omit<ComponentProps<typeof Button>, 'children' | 'onClick'> {
  text: string
  /** What the button says, "Copy link" unless told otherwise. */
  label?: string
  /** Called when the browser refuses; people are not told (spec, section 8), so offer them the text to copy by hand. */
  onFailure?: () => void
}

/** Puts a text into the clipboard and says so for two seconds. */
export function CopyButton({ text, label = m.shell_share_copy(), onFailure, ...button }: CopyButtonProps) {
  // counted, so that a second press begins the two seconds anew
  const [copyCount, setCopyCount] = useState(0)
  useEffect(() => {
    if (copyCount === 0) return
    const timer = setTimeout(() => setCopyCount(0), copiedDurationMs)
    return () => clearTimeout(timer)
  }, [copyCount])

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCopyCount((before) => before + 1)
    } catch (error) {
      console.error(error)
      onFailure?.()
    }
  }
  return (
    <>
      <Button onClick={copy} {...button}>
        {/* both labels take the room, so that nothing beside the button moves */}
        <span className="grid justify-items-center *:[grid-area:1/1]">
          <span aria-hidden={copyCount > 0} className="aria-hidden:invisible">
            {label}
          </span>
          <span aria-hidden={copyCount === 0} className="aria-hidden:invisible">
            {m.shell_share_copied()}
          </span>
        </span>
      </Button>
      <span role="status" className="sr-only">
        {copyCount > 0 && m.shell_share_copied()}
      </span>
    </>
  )
}
