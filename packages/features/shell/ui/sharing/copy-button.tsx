import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { type ComponentProps, useEffect, useState } from 'react'

/** ms (spec, section 4). */
export const copiedDurationMs = 2000

interface CopyButtonProps extends Omit<ComponentProps<typeof Button>, 'children' | 'onClick'> {
  text: string
  label?: string
  /** The user sees no error (spec, section 8), so show the text to copy by hand. */
  onFailure?: () => void
}

export function CopyButton({ text, label = m.shell_share_copy(), onFailure, ...button }: CopyButtonProps) {
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
        {/* both labels take up space, so that nothing beside the button moves */}
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
