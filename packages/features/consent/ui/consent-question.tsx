import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { Logo } from '@duo/platform/browser/ui/motif/logo.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { Link } from '@tanstack/react-router'
import { CookieSettingsButton } from './cookie-settings.tsx'

/**
 * Non-modal, at the foot of the window but early in the DOM, so that keyboard users reach it before what it covers. Hidden until the
 * script shows it (consent-script.ts), because the HTML is the same for every visitor.
 */
export function ConsentQuestion({ container }: { container: string | undefined }) {
  if (!container) return null
  return (
    <div aria-live="polite" data-consent>
      <p hidden className="sr-only">
        {m.shell_consent_saved()}
      </p>
      <section
        hidden
        aria-labelledby="consent-title"
        className="fixed inset-x-0 bottom-0 z-30 max-h-[70svh] animate-rise overflow-y-auto overscroll-contain rounded-t-lg border-t border-line bg-paper-raised px-gutter pt-6 pb-[max(1rem,env(safe-area-inset-bottom))] shadow-lift sm:inset-x-auto sm:right-6 sm:bottom-6 sm:w-[31rem] sm:rounded-voice sm:border sm:px-8 sm:pt-7 sm:pb-4 print:hidden"
      >
        <div className="flex items-center justify-between gap-4">
          <p id="consent-title" className="font-voice text-xl leading-tight font-[620]">
            {m.shell_consent_title()}
          </p>
          <Logo className="h-6 w-auto flex-none sm:h-7" />
        </div>
        <p className="mt-2 text-sm text-muted">{m.shell_consent_text()}</p>
        <div className="mt-4 grid grid-cols-2 gap-3 sm:mt-5">
          <Button variant="quiet" data-answer="no">
            {m.shell_consent_refuse()}
          </Button>
          <Button variant="quiet" data-answer="yes">
            {m.shell_consent_accept()}
          </Button>
        </div>
        <div className="mt-1 flex flex-wrap gap-x-6 text-sm">
          <CookieSettingsButton className="text-link font-semibold">{m.shell_consent_choose()}</CookieSettingsButton>
          <Link to="/privacy" className="text-link inline-flex min-h-touch items-center text-muted">
            {m.shell_consent_privacy()}
          </Link>
        </div>
      </section>
    </div>
  )
}
