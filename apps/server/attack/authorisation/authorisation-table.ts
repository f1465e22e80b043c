import { ticketPurposes } from '@duo/features/waitlist/tickets.ts'
import type { Scene } from '../scene.ts'
import { allCallers, credential, entry, none, open, type Row, session, withKeys } from './authorisation-rows.ts'

const needsMail = { joined: 'needs_mail', confirm: 'invalid_ticket', unsubscribe: 'invalid_ticket' }
const conversation = ({ conversationId: id }: Scene) => ({ id })
const question = ({ questionId: messageId }: Scene) => ({ messageId })
const reply = ({ replyId: messageId }: Scene) => ({ messageId })
const assertion = () => ({ response: credential({ authenticatorData: 'AAAA', signature: 'AAAA' }) })
const clientId = '0e5a1f1e-0000-4000-8000-000000000000'
const qualification = { audienceSize: '0-1000', categories: ['business'], otherCategory: null, goals: ['sell'] }
const followUp = { userTypes: ['creator'], niches: [], agentTypes: [], description: '' }

const newPassword = 'outra-senha-91-longa'
const mailed = (ticket: string, input: Row['input'] = none): Row => ({
  by: { ticket, field: 'token', subject: ({ owner }) => owner.id },
  input,
  gets: allCallers('invalid_link'),
})

/** The outcome of every procedure for every actor. The test fails if a procedure is missing or obsolete. */
export const procedureTable: Record<string, Row> = {
  'blog.articles': withKeys(open(() => ({ language: 'en' }))),
  'blog.article': withKeys(open(() => ({ slug: 'no-such-article', language: 'en' }))),
  'marketplace.agents': withKeys(open(() => ({ language: 'en' }))),
  'marketplace.agent': withKeys(open(() => ({ slug: 'ada-lovelace', language: 'en' }))),

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

  'survey.qualify': entry(({ mine }) => ({ email: mine.email, ...qualification }), {
    other: 'invalid_ticket',
    purposes: { confirm: 'invalid_ticket', unsubscribe: 'invalid_ticket' },
  }),
  'survey.followUp': entry(({ mine }) => ({ email: mine.email, ...followUp }), {
    other: 'invalid_ticket',
    purposes: { confirm: 'invalid_ticket', unsubscribe: 'invalid_ticket' },
  }),
  'survey.saveDraft': entry(() => ({ survey: 'follow_up', answers: followUp }), {
    purposes: { confirm: 'invalid_ticket', unsubscribe: 'invalid_ticket' },
  }),
  'survey.progress': entry(none, { purposes: { confirm: 'invalid_ticket', unsubscribe: 'invalid_ticket' } }),
  'survey.download': entry(none, { purposes: needsMail }),

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

  'billing.subscription': session(none, 'own'),

  'chat.start': withKeys(session(({ agentId }) => ({ agentId }), 'own')),
  'chat.list': withKeys(session(() => ({ search: '', cursor: null, language: 'en' }), 'own')),
  'chat.conversation': withKeys(session(({ conversationId: id }) => ({ id, language: 'en' }), 'not_found')),
  'chat.messages': withKeys(session(({ conversationId }) => ({ conversationId, cursor: null }), 'not_found')),
  'chat.stream': withKeys(session(reply, 'not_found')),
  'chat.send': withKeys(session(({ conversationId }) => ({ conversationId, clientId, content: 'And who paid?' }), 'not_found')),
  'chat.edit': withKeys(session((scene) => ({ ...question(scene), clientId, content: 'And who built it?' }), 'not_found')),
  // the reply is no help
  'chat.notAboutMe': withKeys(session(reply, 'not_found', 'not_found')),
  'chat.retry': withKeys(session(reply, 'not_found')),
  'chat.stop': withKeys(session(reply, 'not_found')),
  'chat.showVersion': withKeys(session(question, 'not_found')),
  'chat.rate': withKeys(session((scene) => ({ ...reply(scene), vote: 'up', reason: null }), 'not_found')),
  'chat.rename': withKeys(session((scene) => ({ ...conversation(scene), title: 'Another title' }), 'not_found')),
  'chat.share': session(conversation, 'not_found'),
  'chat.shareState': session(conversation, 'not_found'),
  'chat.ask': open(() => ({ agent: 'ada-lovelace', question: 'Hello', language: 'en' })),
  'chat.shared': withKeys(open(({ sharedToken: token }) => ({ token, language: 'en' }), 'ok')),
  'chat.unshare': session(conversation, 'not_found'),
  'chat.remove': session(conversation, 'not_found'),
  'chat.restore': session(conversation, 'not_found'),
}
