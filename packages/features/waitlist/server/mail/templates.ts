import { formatNumber, formatOrdinal } from '@duo/platform/i18n/format.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import type { MailContent } from '@duo/platform/server/mail/mail-layout.tsx'
import { renderMail } from '@duo/platform/server/mail/render-mail.ts'
import { type Locale, localizePath } from '@duo/platform/shared/locale.ts'
import { betaPath, invitationHash } from '../../../shell/invited-sign-up.ts'
import { betaNote, betaParts } from '../../beta.ts'
import { invitesLeft, inviteTarget, isExhausted, placesToGain } from '../../rules.ts'

export interface MailProps {
  position: number
  friends: number
  /** To the beta: no place is news any more. */
  isInvited: boolean
  confirmLink: string | null
  statusLink: string
  /** Of the confirmation link if there is one, else of the status link. */
  code: string
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

async function mail(props: MailProps, locale: Locale, { subject, why, ...content }: Content): Promise<MailText> {
  const leave = { label: m.waitlist_mail_leave({}, { locale }), href: props.unsubscribeLink }
  return {
    subject,
    ...(await renderMail({
      locale,
      ...content,
      footer: [why],
      leave,
      publicUrl: props.publicUrl,
    })),
  }
}

export function welcome(props: MailProps & { confirmLink: string }, locale: Locale) {
  const localeOptions = { locale }
  const position = formatOrdinal(props.position, locale)
  return mail(props, locale, {
    subject: m.waitlist_mail_joined_subject({ position }, localeOptions),
    preview: m.waitlist_mail_joined_preview({}, localeOptions),
    heading: m.waitlist_mail_joined_heading({}, localeOptions),
    paragraphs: [
      m.waitlist_mail_position({ position }, localeOptions),
      m.waitlist_mail_confirm({}, localeOptions),
      m.waitlist_mail_next({}, localeOptions),
    ],
    action: { label: m.waitlist_mail_confirm_action({}, localeOptions), href: props.confirmLink, code: props.code },
    note: m.waitlist_mail_confirm_note({}, localeOptions),
    why: m.waitlist_mail_why({}, localeOptions),
  })
}

export function link(props: MailProps & { kind: 'asked' | 'already_there' }, locale: Locale) {
  const localeOptions = { locale }
  const position = formatOrdinal(props.position, locale)
  const again = props.kind === 'already_there'
  const unconfirmed = props.confirmLink !== null
  const why = again ? m.waitlist_mail_why({}, localeOptions) : m.waitlist_mail_link_why({}, localeOptions)
  if (props.isInvited)
    return mail(props, locale, {
      subject: m.waitlist_mail_beta_subject({}, localeOptions),
      preview: m.waitlist_mail_beta_preview({}, localeOptions),
      heading: m.waitlist_mail_beta_heading({}, localeOptions),
      paragraphs: [m.waitlist_mail_beta_text({}, localeOptions), m.waitlist_mail_link_invited({}, localeOptions)],
      action: { label: m.waitlist_mail_link_action({}, localeOptions), href: props.statusLink, code: props.code },
      note: m.waitlist_mail_link_note({}, localeOptions),
      why,
    })
  return mail(props, locale, {
    subject: m.waitlist_mail_again_subject({ position }, localeOptions),
    preview: m.waitlist_mail_preview({ position }, localeOptions),
    heading: again ? m.waitlist_mail_again_heading({}, localeOptions) : m.waitlist_mail_link_heading({}, localeOptions),
    paragraphs: [
      m.waitlist_mail_position({ position }, localeOptions),
      unconfirmed ? m.waitlist_mail_confirm({}, localeOptions) : m.waitlist_mail_link_text({}, localeOptions),
    ],
    action: {
      label: unconfirmed ? m.waitlist_mail_confirm_action({}, localeOptions) : m.waitlist_mail_link_action({}, localeOptions),
      href: props.confirmLink ?? props.statusLink,
      code: props.code,
    },
    note: m.waitlist_mail_link_note({}, localeOptions),
    why,
  })
}

/** `hasMoved`: whether the friend moved the member up. */
export function friend(props: MailProps & { hasMoved: boolean }, locale: Locale) {
  const localeOptions = { locale }
  const reached = props.friends >= inviteTarget
  const goal = {
    subject: m.waitlist_mail_goal_subject({}, localeOptions),
    heading: m.waitlist_mail_goal_heading({}, localeOptions),
  }
  return mail(props, locale, {
    ...friendNews(props, locale),
    ...(reached && !props.isInvited && goal),
    action: { label: m.waitlist_mail_link_action({}, localeOptions), href: props.statusLink, code: props.code },
    why: m.waitlist_mail_friend_why({}, localeOptions),
  })
}

function friendNews({ position: place, friends, hasMoved, isInvited }: MailProps & { hasMoved: boolean }, locale: Locale) {
  const localeOptions = { locale }
  const position = formatOrdinal(place, locale)
  const left = invitesLeft(friends)
  const heading = m.waitlist_mail_friend_heading({}, localeOptions)
  if (isInvited) {
    const joined = m.waitlist_mail_friend_joined({}, localeOptions)
    return {
      subject: m.waitlist_mail_friend_joined_subject({}, localeOptions),
      preview: joined,
      heading,
      paragraphs: left === 0 ? [joined, m.waitlist_invite_in_goal_text({}, localeOptions)] : [joined],
    }
  }
  const moved = m.waitlist_mail_friend_position({ position }, localeOptions)
  const first = m.waitlist_mail_friend_first({ position }, localeOptions)
  const stays = m.waitlist_mail_friend_stays({ position }, localeOptions)
  return {
    subject: hasMoved
      ? m.waitlist_mail_friend_subject({ position }, localeOptions)
      : m.waitlist_mail_friend_counts_subject({}, localeOptions),
    preview: hasMoved ? m.waitlist_mail_friend_preview({ position }, localeOptions) : place === 1 ? first : stays,
    heading,
    paragraphs: [
      place === 1 ? first : hasMoved ? moved : stays,
      left === 0
        ? m.waitlist_mail_goal_text({ target: inviteTarget }, localeOptions)
        : m.waitlist_mail_friend_left({ left }, localeOptions),
    ],
    note: place === 1 ? m.waitlist_mail_friend_note_first({}, localeOptions) : m.waitlist_mail_friend_note({}, localeOptions),
  }
}

interface BetaProps extends MailProps {
  hasAccount: boolean
  email: string
  /** The setting STUDIO. */
  studio: 'off' | 'invited' | 'on'
}

export function beta(props: BetaProps, locale: Locale) {
  const localeOptions = { locale }
  const { hasAccount, publicUrl, email, studio } = props
  const note = betaNote(studio, locale)
  const entrance = (mode: 'sign-in' | 'sign-up') =>
    `${publicUrl}${localizePath('/auth', locale)}?${new URLSearchParams({ mode, next: betaPath })}#${invitationHash(email)}`
  return mail(props, locale, {
    subject: m.waitlist_mail_beta_subject({}, localeOptions),
    preview: m.waitlist_mail_beta_preview({}, localeOptions),
    heading: m.waitlist_mail_beta_heading({}, localeOptions),
    paragraphs: [
      m.waitlist_mail_beta_text({}, localeOptions),
      ...(note === null ? [] : [note]),
      ...betaParts(studio, locale).flatMap(({ title, lines }) => [`${title}:`, ...lines.map((line) => `– ${line}`)]),
      hasAccount ? m.waitlist_mail_beta_account({}, localeOptions) : m.waitlist_mail_beta_how({}, localeOptions),
    ],
    action: hasAccount
      ? { label: m.waitlist_mail_beta_sign_in({}, localeOptions), href: entrance('sign-in') }
      : { label: m.waitlist_mail_beta_action({}, localeOptions), href: entrance('sign-up') },
    why: m.waitlist_mail_beta_why({}, localeOptions),
  })
}

export function reminder(props: MailProps & { isLast: boolean }, locale: Locale) {
  const localeOptions = { locale }
  const position = formatOrdinal(props.position, locale)
  const { isLast } = props
  return mail(props, locale, {
    subject: isLast
      ? m.waitlist_mail_reminder_last_subject({}, localeOptions)
      : m.waitlist_mail_reminder_subject({}, localeOptions),
    preview: m.waitlist_mail_reminder_preview({}, localeOptions),
    heading: isLast
      ? m.waitlist_mail_reminder_last_heading({}, localeOptions)
      : m.waitlist_mail_reminder_heading({}, localeOptions),
    paragraphs: [
      m.waitlist_mail_reminder_text({}, localeOptions),
      m.waitlist_mail_position({ position }, localeOptions),
      m.waitlist_mail_confirm({}, localeOptions),
    ],
    action: {
      label: m.waitlist_mail_confirm_action({}, localeOptions),
      href: props.confirmLink ?? props.statusLink,
      code: props.code,
    },
    note: m.waitlist_mail_confirm_note({}, localeOptions),
    why: isLast ? m.waitlist_mail_reminder_last_why({}, localeOptions) : m.waitlist_mail_reminder_why({}, localeOptions),
  })
}

/** No more than are ahead. */
function placesAhead(position: number, locale: Locale) {
  const count = placesToGain(position)
  return { count, places: formatNumber(count, locale) }
}

export function place(props: MailProps, locale: Locale) {
  const localeOptions = { locale }
  const position = formatOrdinal(props.position, locale)
  const friends = isExhausted(props.friends)
    ? m.waitlist_mail_place_priority({ target: inviteTarget }, localeOptions)
    : m.waitlist_mail_place_friends(placesAhead(props.position, locale), localeOptions)
  return mail(props, locale, {
    subject: m.waitlist_mail_place_subject({ position }, localeOptions),
    preview: m.waitlist_mail_place_preview({}, localeOptions),
    heading: m.waitlist_mail_place_heading({ position }, localeOptions),
    paragraphs: [
      props.position === 1 ? m.waitlist_mail_place_first({}, localeOptions) : friends,
      m.waitlist_mail_next({}, localeOptions),
    ],
    action: { label: m.waitlist_mail_link_action({}, localeOptions), href: props.statusLink, code: props.code },
    note: m.waitlist_mail_place_note({}, localeOptions),
    why: m.waitlist_mail_place_why({}, localeOptions),
  })
}
