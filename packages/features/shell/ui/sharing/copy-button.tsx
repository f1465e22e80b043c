import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import type { ComponentProps } from 'react'

interface CopyButtonProps extends Omit<ComponentProps<typeof Button>, 'children' | 'onClick'> {
  text: string
  label?: string
}

/** On failure, copy.ts shows no error (spec, section 8) but `[data-copy-by-hand]` in the nearest `[data-copy-scope]`. */
export function CopyButton({ text, label = m.shell_share_copy(), ...button }: CopyButtonProps) {
  return (
    <>
      <Button data-copy={text} {...button}>
        {/* both labels take up space, so that nothing beside the button moves */}
        <span className="grid justify-items-center *:[grid-area:1/1]">
          <span aria-hidden={false} className="aria-hidden:invisible">
            {label}
          </span>
          <span aria-hidden={true} className="aria-hidden:invisible">
            {m.shell_share_copied()}
          </span>
        </span>
      </Button>
      <span role="status" className="sr-only" />
    </>
  )
}
