import { allCallers, credential, none, open, type Row, session } from '../authorisation-rows.ts'

const assertion = () => ({ response: credential({ authenticatorData: 'AAAA', signature: 'AAAA' }) })
const newPassword = 'outra-senha-91-longa'
const mailed = (ticket: string, input: Row['input'] = none): Row => ({
  by: { ticket, field: 'token', subject: ({ owner }) => owner.id },
  input,
  gets: allCallers('invalid_link'),
})

export const rows: Record<string, Row> = {
  'auth.options': open(none),
  'auth.session': { by: 'session', input: none, gets: { ...allCallers('nothing'), owner: 'ok', other: 'own' } },
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
  // the owner's address is confirmed, no event was mailed, and links for a password carry random tokens: no signed ticket has an effect
  'auth.confirmEmail': mailed('auth.confirm'),
  'auth.dispute': mailed('auth.not_me'),
  'auth.resetPassword': mailed('auth.reset', () => ({ newPassword })),
  // the response must not reveal whether the address has an account
  'auth.sendConfirmation': open(({ owner }) => ({ email: owner.email })),
  'auth.requestPasswordReset': open(({ owner }) => ({ email: owner.email })),
  // neither account has a password
  'auth.changePassword': session(
    () => ({ currentPassword: newPassword, newPassword: `${newPassword}-2` }),
    'no_password',
    'no_password',
  ),
  // the code proves the mailbox, as the link beside it does
  'auth.redeemMailCode': open(() => ({ code: '0000-0000-0000' }), 'wrong_code'),
  'auth.refresh': {
    by: { ticket: 'auth.refresh', field: 'refresh_token', subject: () => '' },
    input: none,
    gets: { ...allCallers('invalid_token'), owner: 'ok', other: 'own' },
  },

  'auth.passkeyOptions': session(() => ({ password: null }), 'own'),
  // no challenge was requested
  'auth.addPasskey': session(
    () => ({ response: credential({ attestationObject: 'AAAA' }), name: 'Phone' }),
    'refused',
    'refused',
  ),
  'auth.renamePasskey': session(({ passkeyId: id }) => ({ id, name: 'Phone' }), 'not_found'),
  'auth.removePasskey': session(({ passkeyId: id }) => ({ id, password: null }), 'not_found'),
  'auth.startCodes': session(() => ({ password: null }), 'own'),
  'auth.confirmCodes': session(() => ({ code: '000000' }), 'setup_over', 'setup_over'),
  'auth.removeCodes': session(() => ({ password: null }), 'not_found', 'not_found'),
  'auth.newRecoveryCodes': session(() => ({ password: null }), 'not_found'),
  'auth.cancelFactorRecovery': session(none, 'own'),
  'auth.cancelFactorRecoveryByLink': {
    by: { ticket: 'auth.cancel_factor_recovery', field: 'token', subject: ({ recoveryId }) => recoveryId },
    input: none,
    gets: { ...allCallers('invalid_link'), owner: 'ok' },
  },

  // no caller has a pending second step, and no session or id opens one
  'auth.secondStep': open(none, 'step_over'),
  'auth.stepPasskeyOptions': open(none, 'step_over'),
  'auth.passStepByPasskey': open(assertion, 'step_over'),
  'auth.passStepByCode': open(() => ({ code: '000000' }), 'step_over'),
  'auth.passStepByRecoveryCode': open(() => ({ code: 'aaaa-aaaa-aaaa-aaaa' }), 'step_over'),
  'auth.startFactorRecovery': open(none, 'step_over'),
  'auth.cancelFactorRecoveryFromStep': open(none, 'step_over'),
  'auth.passkeySignInOptions': open(none, 'ok'),
  'auth.signInWithPasskey': open(assertion, 'passkey_refused'),

  'auth.factorOptions': session(none, 'own'),
  'auth.passFactor': session(() => ({ by: 'code', code: '000000' }), 'refused', 'refused'),

  'auth.apiKeys': session(none, 'own'),
  'auth.createApiKey': session(() => ({ name: 'Script', scopes: ['chat:read'], days: 30, password: null }), 'own'),
  'auth.revokeApiKey': session(({ apiKeyId: id }) => ({ id }), 'not_found'),
}
