import { m } from '@duo/platform/i18n/messages.ts'

/** The operator sets name and contact in messages/{en,pt}.json. */
export function Contact({ host }: { host: string }) {
  const email = m.legal_controller_contact({ host })
  return (
    <dl className="mt-6 grid gap-x-8 gap-y-4 border-t-2 border-ink pt-4 sm:grid-cols-2">
      <div>
        <dt className="text-sm font-semibold text-muted">{m.legal_controller_label()}</dt>
        <dd className="font-display text-lg leading-snug">{m.legal_controller_name()}</dd>
      </div>
      <div>
        <dt className="text-sm font-semibold text-muted">{m.legal_contact_label()}</dt>
        <dd className="font-display text-lg leading-snug">
          <a href={`mailto:${email}`} className="text-link inline-flex min-h-touch items-start wrap-anywhere">
            {email}
          </a>
        </dd>
      </div>
    </dl>
  )
}
