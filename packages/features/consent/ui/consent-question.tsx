import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { Link } from '@tanstack/react-router'
import { CookieSettingsButton } from './cookie-settings.tsx'

/**
 * A non-modal bar that leaves the first screen readable. Early in the DOM, so that keyboard users reach it before what it covers.
 * Hidden until consent-script.ts shows it, because the HTML is the same for every visitor.
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
        className="fixed inset-x-0 bottom-0 z-30 max-h-[70svh] animate-rise overflow-y-auto overscroll-contain border-t border-line bg-paper-raised pt-2.5 pb-[max(0.625rem,env(safe-area-inset-bottom))] shadow-lift print:hidden"
      >
        <div className="page-column items-center gap-x-8 sm:flex">
          <p className="text-sm leading-snug text-muted sm:flex-1">
            <strong id="consent-title" className="font-semibold text-ink">
              {m.shell_consent_title()}
            </strong>{' '}
            {m.shell_consent_text()}{' '}
            <Link to="/privacy" className="text-link">
              {m.shell_consent_privacy()}
            </Link>
          </p>
          <div className="flex flex-wrap items-center gap-x-3 text-sm max-sm:mt-1.5 sm:flex-none">
            <Button variant="quiet" data-answer="no" className="max-sm:px-4">
              {m.shell_consent_refuse()}
            </Button>
            <Button variant="quiet" data-answer="yes" className="max-sm:px-4">
              {m.shell_consent_accept()}
            </Button>
            <CookieSettingsButton className="text-link font-semibold">{m.shell_consent_choose()}</CookieSettingsButton>
          </div>
        </div>
      </section>
    </div>
  )
}
