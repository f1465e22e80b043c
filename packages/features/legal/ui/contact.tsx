import { m } from '@duo/platform/i18n/messages.ts'
import { usePageContext } from '../../shell/ui/pages/page-context.ts'

/** Shows LEGAL_CONTROLLER and LEGAL_CONTACT, or says that the operator has not set them. */
export function Contact() {
  const { name, contact } = usePageContext().dataController ?? {}
  return (
    <dl className="mt-6 grid gap-x-8 gap-y-4 border-t-2 border-ink pt-4 sm:grid-cols-2">
      <div>
        <dt className="text-sm font-semibold text-muted">{m.legal_controller_label()}</dt>
        <dd className="font-display text-lg leading-snug">{name ?? m.legal_controller_missing()}</dd>
      </div>
      <div>
        <dt className="text-sm font-semibold text-muted">{m.legal_contact_label()}</dt>
        <dd className="font-display text-lg leading-snug">
          {contact ? (
            <a href={`mailto:${contact}`} className="text-link inline-flex min-h-touch items-start wrap-anywhere">
              {contact}
            </a>
          ) : (
            m.legal_contact_missing()
          )}
        </dd>
      </div>
    </dl>
  )
}
