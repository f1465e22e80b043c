import { m } from '@duo/platform/i18n/messages.ts'
import { useId, useRef } from 'react'
import { CopyButton } from '../../../shell/ui/sharing/copy-button.tsx'

/** The invitation link with its copy button. Where the browser does not let us copy, the text is selected to be copied by hand. */
export function InviteLink({ link }: { link: string }) {
  const field = useRef<HTMLInputElement>(null)
  const id = useId()
  const select = () => {
    field.current?.focus()
    field.current?.select()
  }
  return (
    <div>
      <label htmlFor={id} className="mb-2 block text-sm font-semibold">
        {m.waitlist_invite_link()}
      </label>
      <div className="grid gap-2 sm:grid-cols-[1fr_auto]">
        <input
          ref={field}
          id={id}
          readOnly
          value={link}
          dir="ltr"
          onFocus={(event) => event.currentTarget.select()}
          className="min-h-14 w-full min-w-0 rounded-heard border border-line-strong bg-paper-raised px-5 text-base text-ink"
        />
        <CopyButton text={link} size="lg" onFailure={select} />
      </div>
    </div>
  )
}
