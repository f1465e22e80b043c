import { m } from '@duo/platform/i18n/messages.ts'
import type { MailedLink } from '@duo/platform/server/mail/mail-codes.ts'
import { renderMail } from '@duo/platform/server/mail/render-mail.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import { disputeDays } from '#auth/schema.ts'
import { mailMoment } from '#auth/server/mail/mail-moment.ts'
import { type MailText, secretAction } from '#auth/server/mail/templates.ts'
import { factorRecoveryOpenDays } from '../../rules.ts'

interface ChangeProps {
  publicUrl: string
  link: MailedLink | null
}

type ChangeMail = (props: ChangeProps, locale: Locale) => Promise<MailText>
type Words = (inputs: Record<string, never>, options: { locale: Locale }) => string
type Note = (inputs: { days: number }, options: { locale: Locale }) => string

const changeMail =
  (subjectOf: Words, textOf: Words, noteOf: Note = m.auth_mail_not_me_note): ChangeMail =>
  async ({ publicUrl, link }, locale) => {
    const subject = subjectOf({}, { locale })
    const content = {
      preview: m.second_factor_mail_preview({}, { locale }),
      heading: subject,
      paragraphs: [textOf({}, { locale })],
      action: link === null ? undefined : secretAction({ publicUrl, link }, m.auth_mail_not_me_action, locale),
      note: link === null ? '' : noteOf({ days: disputeDays }, { locale }),
      footer: [m.second_factor_mail_why({}, { locale })],
    }
    return { subject, ...(await renderMail({ locale, ...content, publicUrl })) }
  }

export const changeMails = {
  passkey_added: changeMail(
    m.second_factor_mail_passkey_added_subject,
    m.second_factor_mail_passkey_added_text,
    m.second_factor_mail_added_note,
  ),
  codes_added: changeMail(
    m.second_factor_mail_codes_added_subject,
    m.second_factor_mail_codes_added_text,
    m.second_factor_mail_added_note,
  ),
  passkey_removed: changeMail(m.second_factor_mail_passkey_removed_subject, m.second_factor_mail_passkey_removed_text),
  codes_removed: changeMail(m.second_factor_mail_codes_removed_subject, m.second_factor_mail_codes_removed_text),
  recovery_codes_made: changeMail(m.second_factor_mail_recovery_codes_subject, m.second_factor_mail_recovery_codes_text),
  recovery_code_used: changeMail(m.second_factor_mail_recovery_used_subject, m.second_factor_mail_recovery_used_text),
  factor_recovery_cancelled: changeMail(m.second_factor_mail_cancelled_subject, m.second_factor_mail_cancelled_text),
  factors_removed: changeMail(m.second_factor_mail_removed_subject, m.second_factor_mail_removed_text),
} satisfies Record<string, ChangeMail>

interface RecoveryProps {
  publicUrl: string
  link: MailedLink
  ripeAt: Date
  lapsesAt: Date
}

const recoveryWords = {
  factor_recovery: [m.second_factor_mail_asked_subject, m.second_factor_mail_asked_text],
  factor_recovery_soon: [m.second_factor_mail_soon_subject, m.second_factor_mail_soon_text],
  factor_recovery_ripe: [m.second_factor_mail_ripe_subject, m.second_factor_mail_ripe_text],
} as const

export type RecoveryMailKind = keyof typeof recoveryWords

/** Goes to every e-mail that the account has had. */
export async function recoveryMail(
  kind: RecoveryMailKind,
  { publicUrl, link, ripeAt, lapsesAt }: RecoveryProps,
  locale: Locale,
): Promise<MailText> {
  const [subjectOf, textOf] = recoveryWords[kind]
  const subject = subjectOf({}, { locale })
  const about = { from: mailMoment(ripeAt, locale), until: mailMoment(lapsesAt, locale), days: factorRecoveryOpenDays }
  const content = {
    preview: m.second_factor_mail_asked_preview({}, { locale }),
    heading: subject,
    paragraphs: [textOf(about, { locale }), m.second_factor_mail_asked_cancel({}, { locale })],
    action: secretAction({ publicUrl, link }, m.second_factor_mail_asked_action, locale),
    note: m.second_factor_mail_asked_note({}, { locale }),
    footer: [m.second_factor_mail_asked_why({}, { locale })],
  }
  return { subject, ...(await renderMail({ locale, ...content, publicUrl })) }
}
