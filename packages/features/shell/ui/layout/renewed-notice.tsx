import { buttonClasses } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'

/** Rendered hidden, so that the script of every page needs neither texts nor styles (`renewed.ts`). */
export const RenewedNotice = () => (
  <div
    id="renewed"
    data-failed={m.shell_failed_text()}
    data-late={m.shell_late_text()}
    role="alert"
    hidden
    className="fixed inset-x-4 top-auto bottom-4 z-60 m-auto flex w-auto max-w-xl flex-wrap items-center justify-between gap-3 rounded-voice border border-line bg-paper-raised p-4 pl-5 text-ink shadow-lift"
  >
    <p className="min-w-0 flex-1 basis-56 font-semibold">{m.shell_renewed_text()}</p>
    <button type="button" className={buttonClasses()}>
      {m.shell_renewed_reload()}
    </button>
  </div>
)
