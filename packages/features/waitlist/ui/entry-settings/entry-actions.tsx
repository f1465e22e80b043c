import { m } from '@duo/platform/i18n/messages.ts'
import type { ReactNode } from 'react'
import { SendLinkButton } from '../mail-link/use-send-link.tsx'
import { DeleteEntryButton } from './delete-entry-button.tsx'
import { EntryDownload, type EntryPart } from './download-entry.tsx'
import { ForgetDeviceButton } from './forget-device-button.tsx'
import { MailPreferences } from './mail-preferences.tsx'
import { SignOutEverywhere } from './sign-out-everywhere.tsx'

interface EntryActionsProps {
  ticket: string
  email: string
  mails: boolean
  isInvited: boolean
  parts?: Record<string, EntryPart> | undefined
  onChanged: () => Promise<void>
  onErased: () => void
  onExpired: () => void
  /** Missing when this browser remembers no member. */
  onForget?: (() => void) | undefined
  onSignedOut: () => void
}

export function EntryActions({ mails, isInvited, parts, onChanged, onForget, onSignedOut, ...entry }: EntryActionsProps) {
  return (
    <div>
      <Row name={m.waitlist_status_link_name()} text={m.waitlist_status_link_text()}>
        <SendLinkButton email={entry.email} label={m.waitlist_status_send()} />
      </Row>
      <MailPreferences ticket={entry.ticket} email={entry.email} mails={mails} onChanged={onChanged} onExpired={entry.onExpired}>
        {(on, button) => (
          <Row
            name={on ? m.waitlist_status_mails_on() : m.waitlist_status_mails_off()}
            text={on ? m.waitlist_status_mails_on_text() : mailsOffText(isInvited)}
          >
            {button}
          </Row>
        )}
      </MailPreferences>
      <Row name={m.waitlist_status_download_name()} text={m.waitlist_status_download_text()}>
        <EntryDownload ticket={entry.ticket} email={entry.email} parts={parts} onExpired={entry.onExpired} />
      </Row>
      {onForget && (
        <Row name={m.waitlist_status_device()} text={m.waitlist_status_device_text()}>
          <ForgetDeviceButton onForget={onForget} />
        </Row>
      )}
      <Row name={m.waitlist_sign_out_name()} text={m.waitlist_sign_out_text()}>
        <SignOutEverywhere ticket={entry.ticket} email={entry.email} onSignedOut={onSignedOut} />
      </Row>
      <Row name={m.waitlist_status_erase_name()} text={m.waitlist_status_erase_name_text()}>
        <DeleteEntryButton {...entry} />
      </Row>
    </div>
  )
}

/** An invitation needs no mail any more. */
const mailsOffText = (isInvited: boolean) =>
  isInvited ? m.waitlist_status_mails_off_invited() : m.waitlist_status_mails_off_text()

function Row({ name, text, children }: { name: string; text: string; children?: ReactNode }) {
  return (
    <div className="grid gap-x-8 gap-y-3 border-t border-line py-5 first:border-0 first:pt-0 sm:grid-cols-[minmax(0,1fr)_minmax(14rem,auto)]">
      <div>
        <h3 className="font-sans text-base font-semibold tracking-normal">{name}</h3>
        <p className="max-w-[46ch] text-muted">{text}</p>
      </div>
      {children && <div>{children}</div>}
    </div>
  )
}
