import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { Dialog } from '@duo/platform/browser/ui/overlays/dialog.tsx'
import { formatDate } from '@duo/platform/i18n/format.ts'
import { getLocale } from '@duo/platform/i18n/locale.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { useRouteContext } from '@tanstack/react-router'
import type { RefObject } from 'react'
import { type ReactNode, useId, useState } from 'react'
import { type Consent, type ConsentChoice, currentConsent, hasOptOutSignal, saveConsent } from './consent.ts'

export interface CookieSettingsDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  returnFocusTo: RefObject<HTMLElement | null>
}

export function CookieSettingsDialog({ open, onOpenChange, returnFocusTo }: CookieSettingsDialogProps) {
  const isConfigurable = useRouteContext({ from: '__root__', select: ({ gtmId }) => gtmId !== undefined })
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={m.shell_consent_settings_title()}
      description={isConfigurable ? m.shell_consent_settings_lead() : m.shell_consent_settings_nothing()}
      closeLabel={m.shell_consent_settings_close()}
      returnFocusTo={returnFocusTo}
    >
      {isConfigurable ? <Choices onDone={() => onOpenChange(false)} /> : <Necessary />}
    </Dialog>
  )
}

function Choices({ onDone }: { onDone: () => void }) {
  const [consent] = useState(() => currentConsent())
  const [analytics, setAnalytics] = useState(consent?.analytics ?? false)
  const [marketing, setMarketing] = useState(consent?.marketing ?? false)
  const save = (choice: ConsentChoice) => {
    saveConsent(choice)
    onDone()
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        save({ analytics, marketing })
      }}
    >
      <Necessary />
      <Purpose name={m.shell_consent_settings_analytics()} on={analytics} onChange={setAnalytics}>
        {m.shell_consent_settings_analytics_text()}
      </Purpose>
      <Purpose name={m.shell_consent_settings_marketing()} on={marketing} onChange={setMarketing}>
        {m.shell_consent_settings_marketing_text()}
      </Purpose>
      <CurrentChoice consent={consent} />
      <div className="mt-6 grid grid-cols-2 gap-3">
        <Button variant="quiet" onClick={() => save({ analytics: false, marketing: false })}>
          {m.shell_consent_settings_refuse_all()}
        </Button>
        <Button variant="quiet" onClick={() => save({ analytics: true, marketing: true })}>
          {m.shell_consent_settings_accept_all()}
        </Button>
        <Button type="submit" className="col-span-2">
          {m.shell_consent_settings_save()}
        </Button>
      </div>
    </form>
  )
}

function CurrentChoice({ consent }: { consent: Consent | undefined }) {
  const text = consent
    ? m.shell_consent_settings_chosen({ date: formatDate(consent.decidedAt, getLocale()) })
    : hasOptOutSignal()
      ? m.shell_consent_settings_signal()
      : m.shell_consent_settings_unchosen()
  return <p className="border-t border-line pt-4 text-sm text-muted">{text}</p>
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

interface PurposeProps {
  name: string
  on: boolean
  onChange: (on: boolean) => void
  children: ReactNode
}

function Purpose({ name, on, onChange, children }: PurposeProps) {
  const id = useId()
  return (
    <label className={`${rowClasses} min-h-touch cursor-pointer`}>
      <span className="font-semibold">{name}</span>
      <input
        type="checkbox"
        aria-label={name}
        aria-describedby={id}
        checked={on}
        onChange={(event) => onChange(event.target.checked)}
        className="h-7 w-12 cursor-pointer appearance-none rounded-full border-2 border-line-strong bg-transparent transition-colors before:m-0.5 before:block before:size-5 before:rounded-full before:bg-line-strong before:transition-transform checked:border-accent checked:bg-accent checked:before:translate-x-5 checked:before:rounded-voice checked:before:bg-on-accent"
      />
      <span id={id} className={explanationClasses}>
        {children}
      </span>
    </label>
  )
}
