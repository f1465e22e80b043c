import { formatOrdinal } from '@duo/platform/i18n/format.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import type { MailContent } from '@duo/platform/server/mail/mail-layout.tsx'
import { renderMail } from '@duo/platform/server/mail/render-mail.ts'
import { type Locale, localizePath } from '@duo/platform/shared/locale.ts'
import { invitesLeft, inviteTarget } from '../../rules.ts'

/** What every mail can say; links are absolute and signed. */
export interface MailProps {
  position: number
  /** Friends that count. */
  friends: number
  /** Null once the address is confirmed. */
  confirmLink: string | null
  statusLink: string
  referralLink: string
  unsubscribeLink: string
  publicUrl: string
}

export interface MailText {
  subject: string
  html: string
  text: string
}

type Content = Pick<MailContent, 'preview' | 'heading' | 'paragraphs' | 'action' | 'note'> & { subject: string; why: string }

/** What all of them share: the reason it came, and the way out. */
async function mail(props: MailProps, locale: Locale, { subject, why, ...content }: Content): Promise<MailText> {
  const leave = { label: m.waitlist_mail_leave({}, { locale }), href: props.unsubscribeLink }
  return { subject, ...(await renderMail({ locale, ...content, footer: [why], leave, publicUrl: props.publicUrl })) }
}

/** After a join: where the person stands, and the link that confirms the address. */
export function welcome(props: MailProps & { confirmLink: string }, locale: Locale) {
  const said = { locale }
  const position = formatOrdinal(props.position, locale)
  return mail(props, locale, {
    subject: m.waitlist_mail_joined_subject({ position }, said),
    preview: m.waitlist_mail_joined_preview({}, said),
    heading: m.waitlist_mail_joined_heading({}, said),
    paragraphs: [m.waitlist_mail_position({ position }, said), m.waitlist_mail_confirm({}, said), m.waitlist_mail_next({}, said)],
    action: { label: m.waitlist_mail_confirm_action({}, said), href: props.confirmLink },
    note: m.waitlist_mail_confirm_note({}, said),
    why: m.waitlist_mail_why({}, said),
  })
}

/** The personal link: asked for, or because the address was entered again. Who has not confirmed yet does both in one step. */
export function link(props: MailProps & { kind: 'asked' | 'already_there' }, locale: Locale) {
  const said = { locale }
  const position = formatOrdinal(props.position, locale)
  const again = props.kind === 'already_there'
  const unconfirmed = props.confirmLink !== null
  return mail(props, locale, {
    subject: m.waitlist_mail_again_subject({ position }, said),
    preview: m.waitlist_mail_preview({ position }, said),
    heading: again ? m.waitlist_mail_again_heading({}, said) : m.waitlist_mail_link_heading({}, said),
    paragraphs: [
      m.waitlist_mail_position({ position }, said),
      unconfirmed ? m.waitlist_mail_confirm({}, said) : m.waitlist_mail_link_text({}, said),
    ],
    action: {
      label: unconfirmed ? m.waitlist_mail_confirm_action({}, said) : m.waitlist_mail_link_action({}, said),
      href: props.confirmLink ?? props.statusLink,
    },
    note: m.waitlist_mail_link_note({}, said),
    why: again ? m.waitlist_mail_why({}, said) : m.waitlist_mail_link_why({}, said),
  })
}

/** A friend confirmed: the new place, and what is left to the goal. */
export function friend(props: MailProps, locale: Locale) {
  const said = { locale }
  const position = formatOrdinal(props.position, locale)
  const left = invitesLeft(props.friends)
  const reached = left === 0
  return mail(props, locale, {
    subject: reached ? m.waitlist_mail_goal_subject({}, said) : m.waitlist_mail_friend_subject({ position }, said),
    preview: m.waitlist_mail_friend_preview({ position }, said),
    heading: reached ? m.waitlist_mail_goal_heading({}, said) : m.waitlist_mail_friend_heading({}, said),
    paragraphs: [
      m.waitlist_mail_friend_position({ position }, said),
      reached ? m.waitlist_mail_goal_text({ target: inviteTarget }, said) : m.waitlist_mail_friend_left({ left }, said),
    ],
    action: { label: m.waitlist_mail_link_action({}, said), href: props.statusLink },
    note: m.waitlist_mail_friend_note({}, said),
    why: m.waitlist_mail_friend_why({}, said),
  })
}

/** The turn has come. Who has an account already is asked to sign in. */
export function beta(props: MailProps & { hasAccount: boolean }, locale: Locale) {
  const said = { locale }
  const { hasAccount, publicUrl } = props
  const entrance = `${publicUrl}${localizePath('/auth', locale)}`
  return mail(props, locale, {
    subject: m.waitlist_mail_beta_subject({}, said),
    preview: m.waitlist_mail_beta_preview({}, said),
    heading: m.waitlist_mail_beta_heading({}, said),
    paragraphs: [
      m.waitlist_mail_beta_text({}, said),
      hasAccount ? m.waitlist_mail_beta_account({}, said) : m.waitlist_mail_beta_how({}, said),
    ],
    action: hasAccount
      ? { label: m.waitlist_mail_beta_sign_in({}, said), href: `${entrance}?mode=sign-in` }
      : { label: m.waitlist_mail_beta_action({}, said), href: entrance },
    why: m.waitlist_mail_beta_why({}, said),
  })
}
