import { allCallers, credential, none, open, type Row, session } from '../authorisation-rows.ts'

const assertion = () => ({ response: credential({ authenticatorData: 'AAAA', signature: 'AAAA' }) })

export const rows: Record<string, Row> = {
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
}
