import { m } from '@duo/platform/i18n/messages.ts'
import type { MailedLink } from '@duo/platform/server/mail/mail-codes.ts'
import type { MailContent } from '@duo/platform/server/mail/mail-layout.tsx'
import { renderMail } from '@duo/platform/server/mail/render-mail.ts'
import { type Locale, localizePath } from '@duo/platform/shared/locale.ts'
import { parseUserAgent, signInPath, tokenLink } from '../../rules.ts'
import { confirmHours, disputeDays, unconfirmedDays } from '../../schema.ts'
import { mailMoment } from './mail-moment.ts'

export interface MailText {
  subject: string
  html: string
  text: string
}

type Content = Pick<MailContent, 'preview' | 'heading' | 'paragraphs' | 'action' | 'note'> & { subject: string; why: string }

interface Props {
  publicUrl: string
}

async function mail({ publicUrl }: Props, locale: Locale, { subject, why, ...content }: Content): Promise<MailText> {
  return { subject, ...(await renderMail({ locale, ...content, footer: [why], publicUrl })) }
}

interface LinkProps extends Props {
  link: MailedLink
}

type Words = (inputs: Record<string, never>, options: { locale: Locale }) => string

/** A button whose link holds a token, with the code for mail programs that cut the link. */
export const secretAction = (
  { publicUrl, link: { page, token, code } }: LinkProps,
  label: Words,
  locale: Locale,
  next: string | null = null,
) => ({ label: label({}, { locale }), href: tokenLink(publicUrl, page, locale, token, next), code })

const page = ({ publicUrl }: Props, path: string, locale: Locale) => `${publicUrl}${localizePath(path, locale)}`

/** Contains no name, because anyone can enter one at sign-up. */
export const verificationMail = (props: LinkProps & { next: string | null; confirmsEmail: boolean }, locale: Locale) =>
  mail(props, locale, {
    subject: m.auth_mail_confirm_subject({}, { locale }),
    preview: m.auth_mail_confirm_preview({}, { locale }),
    heading: m.auth_mail_confirm_heading({}, { locale }),
    paragraphs: [m.auth_mail_confirm_text({}, { locale })],
    action: secretAction(props, m.auth_mail_confirm_action, locale, props.next),
    note: props.confirmsEmail
      ? m.auth_mail_confirm_note({ hours: confirmHours, days: unconfirmedDays }, { locale })
      : m.auth_mail_confirm_note_open({ hours: confirmHours }, { locale }),
    why: m.auth_mail_confirm_why({}, { locale }),
  })

export const alreadyRegisteredMail = (props: Props & { next: string | null }, locale: Locale) =>
  mail(props, locale, {
    subject: m.auth_mail_exists_subject({}, { locale }),
    preview: m.auth_mail_exists_preview({}, { locale }),
    heading: m.auth_mail_exists_heading({}, { locale }),
    paragraphs: [m.auth_mail_exists_text({}, { locale })],
    action: {
      label: m.auth_mail_exists_action({}, { locale }),
      href: page(props, props.next ? signInPath(props.next) : '/auth', locale),
    },
    note: m.auth_mail_exists_note({}, { locale }),
    why: m.auth_mail_exists_why({}, { locale }),
  })

export const resetPasswordMail = (props: LinkProps, locale: Locale) =>
  mail(props, locale, {
    subject: m.auth_mail_reset_subject({}, { locale }),
    preview: m.auth_mail_reset_preview({}, { locale }),
    heading: m.auth_mail_reset_heading({}, { locale }),
    paragraphs: [m.auth_mail_reset_text({}, { locale })],
    action: secretAction(props, m.auth_mail_reset_action, locale),
    note: m.auth_mail_reset_note({}, { locale }),
    why: m.auth_mail_reset_why({}, { locale }),
  })

export const emailChangeMail = (props: LinkProps, locale: Locale) =>
  mail(props, locale, {
    subject: m.auth_mail_change_subject({}, { locale }),
    preview: m.auth_mail_change_preview({}, { locale }),
    heading: m.auth_mail_change_heading({}, { locale }),
    paragraphs: [m.auth_mail_change_text({}, { locale })],
    action: secretAction(props, m.auth_mail_change_action, locale),
    note: m.auth_mail_change_note({ hours: confirmHours }, { locale }),
    why: m.auth_mail_change_why({}, { locale }),
  })

export const emailChangeNotice = (props: LinkProps, locale: Locale) =>
  mail(props, locale, {
    subject: m.auth_mail_changing_subject({}, { locale }),
    preview: m.auth_mail_changing_preview({}, { locale }),
    heading: m.auth_mail_changing_heading({}, { locale }),
    paragraphs: [m.auth_mail_changing_text({}, { locale })],
    action: secretAction(props, m.auth_mail_changing_action, locale),
    note: m.auth_mail_changing_note({ hours: confirmHours }, { locale }),
    why: m.auth_mail_changing_why({}, { locale }),
  })

/** Without a link, the reader cannot dispute the event. */
type DisputableProps = Props & { link: MailedLink | null }

const notMe = ({ publicUrl, link }: DisputableProps, locale: Locale) =>
  link === null ? undefined : secretAction({ publicUrl, link }, m.auth_mail_not_me_action, locale)

const notMeNote = ({ link }: DisputableProps, locale: Locale) =>
  link === null ? '' : m.auth_mail_not_me_note({ days: disputeDays }, { locale })

type EventProps = DisputableProps & { userAgent: string; at: Date }

function aboutEvent({ userAgent, at }: EventProps, locale: Locale) {
  const { browser, system } = parseUserAgent(userAgent)
  return {
    device:
      browser && system
        ? m.auth_account_session_on({ browser, system }, { locale })
        : (browser ?? system ?? m.auth_account_session_unknown({}, { locale })),
    time: mailMoment(at, locale),
  }
}

export function newDeviceMail(props: EventProps, locale: Locale) {
  const about = aboutEvent(props, locale)
  return mail(props, locale, {
    subject: m.auth_mail_device_subject({}, { locale }),
    preview: m.auth_mail_device_preview(about, { locale }),
    heading: m.auth_mail_device_heading({}, { locale }),
    paragraphs: [m.auth_mail_device_text(about, { locale })],
    action: notMe(props, locale),
    note: notMeNote(props, locale),
    why: m.auth_mail_device_why({}, { locale }),
  })
}

/** Names the key by its last characters only: its name and a program's user agent are the caller's own words. */
export function apiKeyMail({ hint, isNew, ...props }: EventProps & { hint: string; isNew: boolean }, locale: Locale) {
  const about = { ...aboutEvent(props, locale), hint }
  return mail(props, locale, {
    subject: isNew ? m.auth_mail_key_subject({}, { locale }) : m.auth_mail_key_network_subject({}, { locale }),
    preview: isNew ? m.auth_mail_key_preview({}, { locale }) : m.auth_mail_key_network_preview({}, { locale }),
    heading: isNew ? m.auth_mail_key_heading({}, { locale }) : m.auth_mail_key_network_heading({}, { locale }),
    paragraphs: [isNew ? m.auth_mail_key_text(about, { locale }) : m.auth_mail_key_network_text(about, { locale })],
    action: notMe(props, locale),
    note: props.link === null ? '' : m.auth_mail_key_note({ days: disputeDays }, { locale }),
    why: m.auth_mail_key_why({}, { locale }),
  })
}

export const emailChangedMail = (props: DisputableProps, locale: Locale) =>
  mail(props, locale, {
    subject: m.auth_mail_changed_subject({}, { locale }),
    preview: m.auth_mail_changed_preview({}, { locale }),
    heading: m.auth_mail_changed_heading({}, { locale }),
    paragraphs: [m.auth_mail_changed_text({}, { locale })],
    action: notMe(props, locale),
    note: props.link === null ? '' : m.auth_mail_changed_note({ days: disputeDays }, { locale }),
    why: m.auth_mail_changed_why({}, { locale }),
  })

export const passwordChangedMail = (props: DisputableProps, locale: Locale) =>
  mail(props, locale, {
    subject: m.auth_mail_password_subject({}, { locale }),
    preview: m.auth_mail_password_preview({}, { locale }),
    heading: m.auth_mail_password_heading({}, { locale }),
    paragraphs: [m.auth_mail_password_text({}, { locale })],
    action: notMe(props, locale),
    note: notMeNote(props, locale),
    why: m.auth_mail_password_why({}, { locale }),
  })

interface WelcomeProps extends Props {
  name: string
  hasWaitlistEntry: boolean
  /** To every account. */
  isStudioOpen: boolean
}

export const welcomeMail = (props: WelcomeProps, locale: Locale) =>
  mail(props, locale, {
    subject: m.auth_mail_welcome_subject({}, { locale }),
    preview: m.auth_mail_welcome_preview({}, { locale }),
    heading: m.auth_mail_welcome_heading({ name: props.name }, { locale }),
    paragraphs: [
      m.auth_mail_welcome_text({}, { locale }),
      ...(props.isStudioOpen ? [m.auth_mail_welcome_studio({}, { locale })] : []),
      ...(props.hasWaitlistEntry ? [m.auth_mail_welcome_claimed({}, { locale })] : []),
    ],
    action: { label: m.auth_mail_welcome_action({}, { locale }), href: page(props, '/marketplace', locale) },
    note: m.auth_mail_welcome_note({}, { locale }),
    why: m.auth_mail_welcome_why({}, { locale }),
  })

export const accountErasedMail = (props: Props, locale: Locale) =>
  mail(props, locale, {
    subject: m.auth_mail_erased_subject({}, { locale }),
    preview: m.auth_mail_erased_preview({}, { locale }),
    heading: m.auth_mail_erased_heading({}, { locale }),
    paragraphs: [m.auth_mail_erased_text({}, { locale })],
    note: m.auth_mail_erased_note({}, { locale }),
    why: m.auth_mail_erased_why({}, { locale }),
  })
