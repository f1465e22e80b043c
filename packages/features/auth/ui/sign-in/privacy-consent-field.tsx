import { m } from '@duo/platform/i18n/messages.ts'
import { Link } from '@tanstack/react-router'

/** The script turns the form's button on with the box. */
export function PrivacyConsentField() {
  return (
    <div className="mt-3 flex items-start gap-3">
      <span className="-m-2.5 grid size-touch flex-none place-items-center">
        <input
          id="privacy"
          // biome-ignore lint/plugin: nothing reads the name, but browsers restore the box by it
          name="privacy"
          type="checkbox"
          required
          data-privacy
          className="size-6 accent-accent"
        />
      </span>
      <p className="text-sm">
        <label htmlFor="privacy">{m.auth_privacy_before()}</label>{' '}
        <Link to="/privacy" target="_blank" className="text-link font-semibold">
          {m.auth_privacy_link()}
          <span className="sr-only"> {m.auth_privacy_tab()}</span>
        </Link>
      </p>
    </div>
  )
}
