import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { CloseIcon } from '@duo/platform/browser/ui/icons.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import type { NameOf } from '@duo/platform/shared/typed/field-names.ts'
import type { ReactNode } from 'react'
import type { ConsentChoice } from './consent.ts'

const field: NameOf<ConsentChoice> = (name) => name

interface CookieSettingsButtonProps {
  className?: string
  children?: ReactNode
}

/** Hidden without scripts, disabled until start-consent.ts has run. */
export function CookieSettingsButton({ className = '', children }: CookieSettingsButtonProps) {
  return (
    <button
      type="button"
      disabled
      data-cookie-settings
      aria-haspopup="dialog"
      className={`inline-flex min-h-touch items-center text-left noscript:hidden ${className}`}
      suppressHydrationWarning
    >
      {children ?? m.shell_consent_settings_open()}
    </button>
  )
}

/** Filled in and opened by consent-script.ts. */
export function CookieSettingsDialog({ isConfigurable }: { isConfigurable: boolean }) {
  return (
    <dialog
      data-settings
      aria-labelledby="settings-title"
      aria-describedby="settings-lead"
      className="fixed inset-x-0 top-auto bottom-0 m-0 max-h-[92svh] w-full max-w-none animate-rise overflow-y-auto overscroll-contain rounded-t-lg bg-paper-raised text-ink shadow-lift backdrop:animate-fade backdrop:bg-scrim sm:inset-0 sm:m-auto sm:h-fit sm:w-[min(40rem,calc(100vw-4rem))] sm:rounded-voice"
    >
      {/* the padding is inside, so that a press on it does not count as one on the backdrop */}
      <div className="p-6 sm:p-10">
        <div className="flex items-start justify-between gap-4">
          <h2 id="settings-title" className="text-2xl">
            {m.shell_consent_settings_title()}
          </h2>
          <button
            type="button"
            data-close
            aria-label={m.shell_consent_settings_close()}
            className="-mt-2 -mr-2 grid size-touch flex-none place-items-center rounded-full hover:bg-paper-sunk"
          >
            <CloseIcon />
          </button>
        </div>
        <p id="settings-lead" className="mt-2 text-muted">
          {isConfigurable ? m.shell_consent_settings_lead() : m.shell_consent_settings_nothing()}
        </p>
        <div className="mt-6">{isConfigurable ? <Choices /> : <Necessary />}</div>
      </div>
    </dialog>
  )
}

function Choices() {
  return (
    <form>
      <Necessary />
      <Purpose id="analytics" name={m.shell_consent_settings_analytics()}>
        {m.shell_consent_settings_analytics_text()}
      </Purpose>
      <Purpose id="marketing" name={m.shell_consent_settings_marketing()}>
        {m.shell_consent_settings_marketing_text()}
      </Purpose>
      <div className="border-t border-line pt-4 text-sm text-muted">
        <p hidden data-when="chosen" data-text={m.shell_consent_settings_chosen({ date: '{date}' })} />
        <p hidden data-when="signal">
          {m.shell_consent_settings_signal()}
        </p>
        <p hidden data-when="unchosen">
          {m.shell_consent_settings_unchosen()}
        </p>
      </div>
      <div className="mt-6 grid grid-cols-2 gap-3">
        <Button variant="quiet" data-all="no">
          {m.shell_consent_settings_refuse_all()}
        </Button>
        <Button variant="quiet" data-all="yes">
          {m.shell_consent_settings_accept_all()}
        </Button>
        <Button type="submit" className="col-span-2">
          {m.shell_consent_settings_save()}
        </Button>
      </div>
    </form>
  )
}

function Necessary() {
  return (
    <div className={rowClasses}>
      <p className="font-semibold">{m.shell_consent_settings_necessary()}</p>
      <p className="text-sm font-semibold text-muted">{m.shell_consent_settings_always()}</p>
      <p className={explanationClasses}>{m.shell_consent_settings_necessary_text()}</p>
    </div>
  )
}

const rowClasses = 'grid grid-cols-[1fr_auto] items-center gap-x-6 border-t border-line py-4'
const explanationClasses = 'col-span-2 mt-1 max-w-[52ch] text-sm text-muted sm:col-span-1'

function Purpose({ id, name, children }: { id: keyof ConsentChoice; name: string; children: ReactNode }) {
  return (
    <label className={`${rowClasses} min-h-touch cursor-pointer`}>
      <span className="font-semibold">{name}</span>
      <input
        type="checkbox"
        name={field(id)}
        aria-label={name}
        aria-describedby={`settings-${id}`}
        className="h-7 w-12 cursor-pointer appearance-none rounded-full border-2 border-line-strong bg-transparent transition-colors before:m-0.5 before:block before:size-5 before:rounded-full before:bg-line-strong before:transition-transform checked:border-accent checked:bg-accent checked:before:translate-x-5 checked:before:rounded-voice checked:before:bg-on-accent"
      />
      <span id={`settings-${id}`} className={explanationClasses}>
        {children}
      </span>
    </label>
  )
}
