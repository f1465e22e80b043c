import { allCallers, mailed, none, open, type Row } from '../authorisation-rows.ts'

export const rows: Record<string, Row> = {
  'auth.options': open(none),
  'auth.session': { by: 'session', input: none, gets: { ...allCallers('nothing'), owner: 'ok', other: 'own' } },
  // the owner's address is confirmed, and links for a password carry random tokens: no signed ticket has an effect
  'auth.confirmEmail': mailed('auth.confirm'),
  'auth.checkReset': mailed('auth.reset'),
  'auth.resetPassword': mailed('auth.reset', () => ({ newPassword: 'outra-senha-91-longa' })),
  // the response must not reveal whether the address has an account
  'auth.sendConfirmation': open(({ owner }) => ({ email: owner.email })),
  'auth.requestPasswordReset': open(({ owner }) => ({ email: owner.email })),
  // the id of a mail is a secret of the sign-up that caused it, and tells only whether that mail was refused
  'auth.mailOutcome': open(() => ({ mailId: '00000000-0000-7000-8000-000000000001' })),
  // the code proves the mailbox, as the link beside it does
  'auth.redeemMailCode': open(() => ({ code: '0000-0000-0000' }), 'wrong_code'),
  'auth.refresh': {
    by: { ticket: 'auth.refresh', field: 'refresh_token', subject: () => '' },
    input: none,
    gets: { ...allCallers('invalid_token'), owner: 'ok', other: 'own' },
  },
}
