import { m } from '@duo/platform/i18n/messages.ts'
import { CopyButton } from '#shell/ui/sharing/copy-button.tsx'

const id = 'open-in-browser'

/** Shown in place of the providers in browsers inside of apps, where Google refuses to sign anyone in. The script fills in the address. */
export function OpenInBrowser() {
  return (
    <section hidden data-in-app aria-labelledby={id} data-copy-scope className="mt-6 border-t border-line pt-4">
      <h2 id={id} className="text-lg">
        {m.auth_in_app_title()}
      </h2>
      <p className="mt-1 text-sm text-muted">{m.auth_in_app_text()}</p>
      <input
        readOnly
        data-copy-by-hand
        aria-label={m.auth_in_app_address()}
        className="mt-3 min-h-touch w-full rounded-heard border border-line-strong bg-paper-raised px-4"
      />
      <CopyButton text="" variant="quiet" className="mt-3" />
    </section>
  )
}
