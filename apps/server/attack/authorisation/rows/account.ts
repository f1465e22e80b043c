import { allCallers, mailed, none, type Row, session } from '../authorisation-rows.ts'

const newPassword = 'outra-senha-91-longa'

export const rows: Record<string, Row> = {
  'auth.account': session(none, 'own'),
  'auth.sessions': session(none, 'own'),
  'auth.activity': session(none, 'own'),
  'auth.download': session(none, 'own'),
  'auth.revokeSession': session(({ otherSessionId: id }) => ({ id }), 'not_found'),
  'auth.revokeOtherSessions': session(none, 'own'),
  'auth.updateProfile': session(() => ({ name: 'Another Name' }), 'own'),
  // the response must not reveal whether the new address has an account
  'auth.changeEmail': session(({ owner }) => ({ email: `other-${owner.email}`, password: null }), 'own'),
  'auth.unlinkProvider': session(() => ({ provider: 'google' }), 'not_found'),
  'auth.erase': session(() => ({ password: null }), 'own'),
  'auth.cancelEmailChange': {
    by: { ticket: 'auth.cancel_change', field: 'token', subject: ({ owner, changeId }) => `${owner.id}.${changeId}` },
    input: none,
    gets: { ...allCallers('invalid_link'), owner: 'ok' },
  },
  // no event was mailed, so no signed ticket has an effect
  'auth.dispute': mailed('auth.not_me'),
  // neither account has a password
  'auth.changePassword': session(
    () => ({ currentPassword: newPassword, newPassword: `${newPassword}-2` }),
    'no_password',
    'no_password',
  ),

  'auth.apiKeys': session(none, 'own'),
  'auth.createApiKey': session(() => ({ name: 'Script', scopes: ['chat:read'], days: 30, password: null }), 'own'),
  'auth.revokeApiKey': session(({ apiKeyId: id }) => ({ id }), 'not_found'),
}
