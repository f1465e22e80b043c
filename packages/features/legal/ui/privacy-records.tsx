import { m } from '@duo/platform/i18n/messages.ts'
import { deviceDays, sessionDays } from '../../auth/rules.ts'

interface PrivacyRecord {
  id: string
  name: string
  what: string
  why: string
  long: string
  basis: string
}

/** The inventory: one record for everything that is stored. A feature that stores more adds its record to the list. */
export function PrivacyRecords() {
  return (
    <>
      <p>{m.legal_stored_text()}</p>
      {[entry(), answers(), marks(), account(), talks(), mails(), queue(), limits(), repeats(), logs()].map((record) => (
        <RecordSheet key={record.id} {...record} />
      ))}
    </>
  )
}

/** db/tables/waitlist.ts */
const entry = (): PrivacyRecord => ({
  id: 'entry',
  name: m.legal_entry_name(),
  what: m.legal_entry_what(),
  why: m.legal_entry_why(),
  long: m.legal_entry_long(),
  basis: m.legal_entry_basis(),
})

/** db/tables/survey.ts */
const answers = (): PrivacyRecord => ({
  id: 'survey',
  name: m.legal_survey_name(),
  what: m.legal_survey_what(),
  why: m.legal_survey_why(),
  long: m.legal_survey_long(),
  basis: m.legal_survey_basis(),
})

/** waitlist/server/join/referral-fraud.ts: `waitlist_signup.mailbox_hash`, `waitlist_credit`, `waitlist_address` */
const marks = (): PrivacyRecord => ({
  id: 'mark',
  name: m.legal_mark_name(),
  what: m.legal_mark_what(),
  why: m.legal_mark_why(),
  long: m.legal_mark_long(),
  basis: m.legal_mark_basis(),
})

/** db/tables/auth.ts, db/tables/billing.ts */
const account = (): PrivacyRecord => ({
  id: 'account',
  name: m.legal_account_name(),
  what: m.legal_account_what(),
  why: m.legal_account_why(),
  long: m.legal_account_long({ days: sessionDays, keptDays: deviceDays }),
  basis: m.legal_account_basis(),
})

/** db/tables/chat.ts; what a model gets is in chat/server/generation/prompt.ts */
const talks = (): PrivacyRecord => ({
  id: 'talk',
  name: m.legal_talk_name(),
  what: m.legal_talk_what(),
  why: m.legal_talk_why(),
  long: m.legal_talk_long(),
  basis: m.legal_talk_basis(),
})

/** waitlist/server/mail/templates.ts, auth/server/mail/templates.ts; what is kept without a mail server is db/tables/mail.ts */
const mails = (): PrivacyRecord => ({
  id: 'mail',
  name: m.legal_mail_name(),
  what: m.legal_mail_what(),
  why: m.legal_mail_why(),
  long: m.legal_mail_long(),
  basis: m.legal_mail_basis(),
})

/** waitlist/server/mail/mail-jobs.ts, auth/server/mail/account-mail-job.ts with `auth_mail`; attempts and their spacing are those of `defineJob` */
const queue = (): PrivacyRecord => ({
  id: 'queue',
  name: m.legal_queue_name(),
  what: m.legal_queue_what(),
  why: m.legal_queue_why(),
  long: m.legal_queue_long(),
  basis: m.legal_queue_basis(),
})

/** The limits of waitlist/schema.ts and survey/schema.ts; rate-limiter-flexible deletes rows an hour after they expired */
const limits = (): PrivacyRecord => ({
  id: 'limit',
  name: m.legal_limit_name(),
  what: m.legal_limit_what(),
  why: m.legal_limit_why(),
  long: m.legal_limit_long(),
  basis: m.legal_limit_basis(),
})

/** platform/server/idempotency.ts */
const repeats = (): PrivacyRecord => ({
  id: 'repeat',
  name: m.legal_repeat_name(),
  what: m.legal_repeat_what(),
  why: m.legal_repeat_why(),
  long: m.legal_repeat_long(),
  basis: m.legal_repeat_basis(),
})

/** the server's request log and platform/server/log.ts */
const logs = (): PrivacyRecord => ({
  id: 'log',
  name: m.legal_log_name(),
  what: m.legal_log_what(),
  why: m.legal_log_why(),
  long: m.legal_log_long(),
  basis: m.legal_log_basis(),
})

function RecordSheet({ name, what, why, long, basis }: PrivacyRecord) {
  const lines = [
    { label: m.legal_record_what(), text: what },
    { label: m.legal_record_why(), text: why },
    { label: m.legal_record_long(), text: long },
    { label: m.legal_record_basis(), text: basis },
  ]
  return (
    <section className="mt-6">
      <h3 className="text-lg leading-snug">{name}</h3>
      <dl className="mt-2">
        {lines.map(({ label, text }) => (
          <div key={label} className="border-t border-line py-3 sm:grid sm:grid-cols-[7.5rem_1fr] sm:gap-x-4">
            <dt className="text-sm leading-[inherit] font-semibold text-muted">{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
