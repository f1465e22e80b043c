import { ticketPurposes } from '@duo/features/waitlist/tickets.ts'
import { entry, none, open, type Row, session, withKeys } from '../authorisation-rows.ts'

const needsMail = { joined: 'needs_mail', confirm: 'invalid_ticket', unsubscribe: 'invalid_ticket' }

export const rows: Record<string, Row> = {
  'waitlist.join': withKeys(open(({ mine }) => ({ email: mine.email, language: 'en', invitedByCode: null }))),
  'waitlist.sendStatusLink': open(({ mine }) => ({ email: mine.email })),
  'waitlist.mine': session(none, 'own'),
  'waitlist.confirm': entry(none, {
    purpose: ticketPurposes.confirm,
    // a used link has no effect, and the response says only that it is used
    owner: 'already_confirmed',
    other: 'already_confirmed',
    revoked: 'already_confirmed',
    purposes: { joined: 'invalid_ticket', member: 'invalid_ticket', unsubscribe: 'invalid_ticket' },
  }),
  'waitlist.sendLinkOf': entry(none, {
    purpose: ticketPurposes.confirm,
    revoked: 'ok', // the link is only mailed to the owner
    purposes: { joined: 'invalid_ticket', member: 'invalid_ticket', unsubscribe: 'invalid_ticket' },
  }),
  'waitlist.status': entry(none, { purposes: { joined: 'ok', confirm: 'invalid_ticket', unsubscribe: 'invalid_ticket' } }),
  'waitlist.signOutEverywhere': entry(none, { purposes: needsMail }),
  'waitlist.download': entry(none, { purposes: needsMail }),
  'waitlist.subscribe': entry(none, { purposes: needsMail }),
  'waitlist.unsubscribe': entry(none, { purposes: { joined: 'invalid_ticket', confirm: 'invalid_ticket', unsubscribe: 'ok' } }),
  'waitlist.erase': entry(none, { purposes: needsMail }),
}
