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

/** A feature that stores another kind of data adds a record. */
export function PrivacyRecords() {
  return (
    <>
      <p>{m.legal_stored_text()}</p>
      {[
        entry(),
        answers(),
        marks(),
        account(),
        conversationRecord(),
        knowledge(),
        askers(),
        mails(),
        queue(),
        limits(),
        repeats(),
        logs(),
      ].map((record) => (
        <RecordSheet key={record.id} {...record} />
      ))}
    </>
  )
}

const entry = (): PrivacyRecord => ({
  id: 'entry',
  name: m.legal_entry_name(),
  what: m.legal_entry_what(),
  why: m.legal_entry_why(),
  long: m.legal_entry_long(),
  basis: m.legal_entry_basis(),
})

const answers = (): PrivacyRecord => ({
  id: 'survey',
  name: m.legal_survey_name(),
  what: m.legal_survey_what(),
  why: m.legal_survey_why(),
  long: m.legal_survey_long(),
  basis: m.legal_survey_basis(),
})

/** waitlist/server/join/referral-fraud.ts */
const marks = (): PrivacyRecord => ({
  id: 'mark',
  name: m.legal_mark_name(),
  what: m.legal_mark_what(),
  why: m.legal_mark_why(),
  long: m.legal_mark_long(),
  basis: m.legal_mark_basis(),
})

const account = (): PrivacyRecord => ({
  id: 'account',
  name: m.legal_account_name(),
  what: m.legal_account_what(),
  why: m.legal_account_why(),
  long: m.legal_account_long({ days: sessionDays, keptDays: deviceDays }),
  basis: m.legal_account_basis(),
})

/** db/tables/chat.ts; chat/server/model/prompt.ts defines what a model receives */
const conversationRecord = (): PrivacyRecord => ({
  id: 'talk',
  name: m.legal_talk_name(),
  what: m.legal_talk_what(),
  why: m.legal_talk_why(),
  long: m.legal_talk_long(),
  basis: m.legal_talk_basis(),
})

/** db/tables/studio.ts */
const knowledge = (): PrivacyRecord => ({
  id: 'knowledge',
  name: m.legal_knowledge_name(),
  what: m.legal_knowledge_what(),
  why: m.legal_knowledge_why(),
  long: m.legal_knowledge_long(),
  basis: m.legal_knowledge_basis(),
})

/** studio_asker and studio_report in db/tables/studio.ts */
const askers = (): PrivacyRecord => ({
  id: 'asker',
  name: m.legal_asker_name(),
  what: m.legal_asker_what(),
  why: m.legal_asker_why(),
  long: m.legal_asker_long(),
  basis: m.legal_asker_basis(),
})

const mails = (): PrivacyRecord => ({
  id: 'mail',
  name: m.legal_mail_name(),
  what: m.legal_mail_what(),
  why: m.legal_mail_why(),
  long: m.legal_mail_long(),
  basis: m.legal_mail_basis(),
})

/** Must match the attempts and back-off of `defineJob`. */
const queue = (): PrivacyRecord => ({
  id: 'queue',
  name: m.legal_queue_name(),
  what: m.legal_queue_what(),
  why: m.legal_queue_why(),
  long: m.legal_queue_long(),
  basis: m.legal_queue_basis(),
})

/** rate-limiter-flexible deletes rows an hour after they expire. */
const limits = (): PrivacyRecord => ({
  id: 'limit',
  name: m.legal_limit_name(),
  what: m.legal_limit_what(),
  why: m.legal_limit_why(),
  long: m.legal_limit_long(),
  basis: m.legal_limit_basis(),
})

const repeats = (): PrivacyRecord => ({
  id: 'repeat',
  name: m.legal_repeat_name(),
  what: m.legal_repeat_what(),
  why: m.legal_repeat_why(),
  long: m.legal_repeat_long(),
  basis: m.legal_repeat_basis(),
})

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
