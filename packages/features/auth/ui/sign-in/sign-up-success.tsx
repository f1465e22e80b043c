import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { Link } from '@tanstack/react-router'
import { DocumentMessage } from '../fields/form-message.tsx'
import { MailPromise, ResendConfirmation } from './resend-confirmation.tsx'

/** What the script shows in place of the form after a sign-up. The mail server may refuse the address for good. */
export function SignUpSuccess({ next }: { next: string | undefined }) {
  const email = '{email}'
  return (
    <template data-created data-title={m.auth_sent_title()} data-refused-title={m.auth_refused_title()}>
      <DocumentMessage data-refused text={m.auth_refused_text({ email })}>
        <Button className="mt-3" data-other-address>
          {m.auth_other_address()}
        </Button>
      </DocumentMessage>
      <DocumentMessage data-accepted tone="success" text={m.auth_sign_up_done()} />
      <div hidden data-accepted>
        <MailPromise>
          <p className="mt-3 text-lg leading-snug wrap-anywhere">{m.auth_sent_text({ email })}</p>
        </MailPromise>
      </div>
      <ResendConfirmation />
      <div className="mt-6 grid justify-items-start gap-1 border-t border-line pt-4">
        <Link
          to="/auth"
          search={{ mode: 'sign-in', next }}
          data-keeps-address
          className="text-link inline-flex min-h-touch items-center text-sm font-semibold"
        >
          {m.auth_sent_elsewhere()}
        </Link>
        <div hidden data-accepted>
          <Button variant="plain" className="-ml-5" data-other-address>
            {m.auth_other_address()}
          </Button>
        </div>
      </div>
    </template>
  )
}
