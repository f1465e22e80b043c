import type { ButtonSize, ButtonVariant } from '@duo/platform/browser/ui/forms/button.tsx'
import { useId } from 'react'
import { CopyButton } from './copy-button.tsx'

const looks: Record<ButtonSize, { label: string; input: string }> = {
  md: { label: 'mb-1', input: 'min-h-touch px-4' },
  lg: { label: 'mb-2', input: 'min-h-14 px-5' },
}

interface LinkFieldProps {
  label: string
  link: string
  size?: ButtonSize
  variant?: ButtonVariant
}

/** If the browser refuses to copy, the link is selected, so that the user can copy it by hand. */
export function LinkField({ label, link, size = 'md', variant }: LinkFieldProps) {
  const id = useId()
  return (
    <>
      <label htmlFor={id} className={`${looks[size].label} block text-sm font-semibold`}>
        {label}
      </label>
      <div data-copy-scope className="grid gap-2 sm:grid-cols-[1fr_auto]">
        <input
          id={id}
          data-copy-by-hand
          readOnly
          value={link}
          dir="ltr"
          translate="no"
          onFocus={(event) => event.currentTarget.select()}
          className={`w-full min-w-0 rounded-heard border border-line-strong bg-paper-raised text-base text-ink ${looks[size].input}`}
        />
        <CopyButton text={link} size={size} variant={variant} />
      </div>
    </>
  )
}
