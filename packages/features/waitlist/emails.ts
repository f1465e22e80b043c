import { formatOrdinal } from '@duo/platform/i18n/format.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { renderMail } from '@duo/platform/server/mail-layout.tsx'
import type { Locale } from '@duo/platform/shared/locale.ts'

export interface WelcomeProps {
  /** `already_there` when the address was typed into the form again. */
  kind: 'joined' | 'already_there'
  position: number
  referralLink: string
  publicUrl: string
}

/** The mail after a join: where the person stands, what happens next, and their invitation link. */
export async function welcome(props: WelcomeProps, locale: Locale) {
  const said = { locale }
  const position = formatOrdinal(props.position, locale)
  const subject =
    props.kind === 'joined'
      ? m.waitlist_mail_joined_subject({ position }, said)
      : m.waitlist_mail_again_subject({ position }, said)
  const heading = props.kind === 'joined' ? m.waitlist_mail_joined_heading({}, said) : m.waitlist_mail_again_heading({}, said)
  const content = await renderMail({
    locale,
    preview: m.waitlist_mail_preview({ position }, said),
    heading,
    paragraphs: [m.waitlist_mail_position({ position }, said), m.waitlist_mail_next({}, said), m.waitlist_mail_invite({}, said)],
    action: { label: m.waitlist_mail_action({}, said), href: props.referralLink },
    footer: [m.waitlist_mail_why({}, said)],
    publicUrl: props.publicUrl,
  })
  return { subject, ...content }
}
