import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { named } from '@duo/platform/browser/ui/name.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { useEffect, useRef } from 'react'
import { CopyButton } from '#shell/ui/sharing/copy-button.tsx'

/** Shows a new key once. It stays until the owner has stored it; Escape does not close it. */
export function ApiKeySheet({ token, name, onSaved }: { token: string; name: string; onSaved: () => void }) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <section
      data-copy-scope
      aria-labelledby="new-api-key"
      className="mt-6 max-w-xl rounded-voice border border-line-strong bg-paper-raised p-6 sm:p-8"
    >
      <h3 ref={title} id="new-api-key" tabIndex={-1} className="text-xl wrap-anywhere">
        {named((shown) => m.account_api_sheet_title({ name: shown }), name)}
      </h3>
      <p className="mt-2">{m.account_api_sheet_text()}</p>
      <p
        translate="no"
        className="mt-6 rounded-heard bg-paper-sunk p-4 [font-family:ui-monospace,monospace] text-sm wrap-anywhere select-all"
      >
        {token}
      </p>
      <p role="alert" hidden data-copy-by-hand className="mt-2 text-sm">
        {m.account_api_sheet_by_hand()}
      </p>
      <div className="mt-6 grid gap-3 sm:grid-cols-2">
        <CopyButton text={token} label={m.account_api_sheet_copy()} size="lg" />
        <Button variant="quiet" size="lg" onClick={onSaved}>
          {m.account_api_sheet_saved()}
        </Button>
      </div>
    </section>
  )
}
