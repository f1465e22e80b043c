import { ticketPurposes } from '@duo/features/server'
import type { Actor, Scene } from '../scene.ts'

/**
 * The outcome for an actor: `ok`, `nothing` (null), or an error code. `own` is the caller's own data and must contain none of the
 * owner's. `public` is the same for all callers.
 */
export type Outcome = 'ok' | 'own' | 'public' | 'nothing' | (string & {})

interface Row {
  by: 'session' | 'nothing' | { ticket: string; field: string; subject: (scene: Scene) => string }
  input: (scene: Scene) => Record<string, unknown>
  gets: Record<Actor, Outcome>
  purposes?: Partial<Record<keyof typeof ticketPurposes, Outcome>>
}

const none = () => ({})
/** API keys are refused unless the row says otherwise. */
const allActors = <T>(outcome: T, refusedKey: T): Record<Actor, T> => ({
  anonymous: outcome,
  other: outcome,
  owner: outcome,
  expired: outcome,
  revoked: outcome,
  forged: outcome,
  wrongPurpose: outcome,
  key: refusedKey,
  otherKey: refusedKey,
})
const allCallers = (outcome: Outcome) => allActors<Outcome>(outcome, 'forbidden')

/** The procedure is open to an API key, which gets what a session of its account gets. */
const withKeys = (row: Row): Row => ({ ...row, gets: { ...row.gets, key: row.gets.owner, otherKey: row.gets.other } })

const open = (input: Row['input'], outcome: Outcome = 'public'): Row => ({ by: 'nothing', input, gets: allCallers(outcome) })

/** Requires a session. `other` is the outcome for another account that sends the owner's ids. */
const session = (input: Row['input'], other: Outcome, owner: Outcome = 'ok'): Row => ({
  by: 'session',
  input,
  gets: { ...allCallers('unauthorized'), owner, other },
})

/**
 * Requires a ticket for the owner's entry. Another account's ticket opens that account's entry, unless the input also names the
 * owner.
 */
function entry(
  input: Row['input'],
  rest: { purpose?: string; owner?: Outcome; other?: Outcome; revoked?: Outcome; purposes?: Row['purposes'] } = {},
): Row {
  const { purpose = ticketPurposes.member, owner = 'ok', other = 'own', revoked = 'invalid_ticket', purposes } = rest
  return {
    by: { ticket: purpose, field: 'ticket', subject: ({ mine }) => mine.id },
    input,
    gets: { ...allCallers('invalid_ticket'), owner, other, revoked },
    ...(purposes && { purposes }),
  }
}

const needsMail = { joined: 'needs_mail', confirm: 'invalid_ticket', unsubscribe: 'invalid_ticket' }
const conversation = ({ conversationId: id }: Scene) => ({ id })
const question = ({ questionId: messageId }: Scene) => ({ messageId })
const reply = ({ replyId: messageId }: Scene) => ({ messageId })
const clientId = '0e5a1f1e-0000-4000-8000-000000000000'
const qualification = { audienceSize: '0-1000', categories: ['business'], otherCategory: null, goals: ['sell'] }
const followUp = { userTypes: ['creator'], niches: [], agentTypes: [], description: '' }

const credential = (response: object) => ({
  id: 'AAAA',
  rawId: 'AAAA',
  type: 'public-key',
  response: { clientDataJSON: 'AAAA', ...response },
})
const assertion = () => ({ response: credential({ authenticatorData: 'AAAA', signature: 'AAAA' }) })

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
    // the link is only mailed to the owner
    revoked: 'ok',
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

interface CallRow extends Pick<Row, 'by' | 'input'> {
  /** The status, or null for a 200 with the body null. */
  gets: Record<Actor, number | null>
}

const allStatuses = (status: number | null) => allActors<number | null>(status, 403)
const openCall = (input: Row['input'], status: number): CallRow => ({ by: 'nothing', input, gets: allStatuses(status) })
const mail = (ticket: string, subject: (scene: Scene) => string, input: Row['input'] = none): CallRow => ({
  by: { ticket, field: 'token', subject },
  input,
  gets: { ...allStatuses(400) },
})
const newPassword = 'outra-senha-91-longa'

export const accountCallTable: Record<string, CallRow> = {
  '/sign-up/email': openCall(({ owner }) => ({ name: 'Ana', email: owner.email, password: newPassword }), 200),
  '/sign-in/email': openCall(({ owner }) => ({ email: owner.email, password: newPassword }), 401),
  '/sign-in/social': openCall(() => ({ provider: 'google' }), 404),
  '/send-verification-email': openCall(({ owner }) => ({ email: owner.email }), 200),
  '/request-password-reset': openCall(({ owner }) => ({ email: owner.email }), 200),
  // a browser's page, so its refusal is a redirect too
  '/callback/*': { by: 'nothing', input: none, gets: { ...allStatuses(302), key: 303, otherKey: 303 } },
  '/get-session': { by: 'session', input: none, gets: { ...allStatuses(null), owner: 200, other: 200 } },
  '/sign-out': { by: 'session', input: none, gets: allStatuses(200) },
  '/link-social': {
    by: 'session',
    input: () => ({ provider: 'google' }),
    gets: { ...allStatuses(401), owner: 404, other: 404 },
  },
  '/change-password': {
    by: 'session',
    input: () => ({ currentPassword: newPassword, newPassword: `${newPassword}-2` }),
    // neither account has a password
    gets: { ...allStatuses(401), owner: 400, other: 400 },
  },
  // no caller has a pending second step, and no session or id opens one
  '/second-step': openCall(none, 401),
  '/second-step/passkey-options': openCall(none, 401),
  '/second-step/passkey': openCall(assertion, 401),
  '/second-step/code': openCall(() => ({ code: '000000' }), 401),
  '/second-step/recovery-code': openCall(() => ({ code: 'aaaa-aaaa-aaaa-aaaa' }), 401),
  '/second-step/lost': openCall(none, 401),
  '/second-step/cancel-recovery': openCall(none, 401),
  '/passkey/options': openCall(none, 200),
  '/passkey/sign-in': openCall(assertion, 401),
  // the owner's address is confirmed and no event was mailed, so a ticket alone has no effect
  '/confirm-email': mail('auth.confirm', ({ owner }) => owner.id),
  '/not-me': mail('auth.not_me', ({ owner }) => owner.id),
  // these links carry random tokens, so no signed ticket opens one
  '/reset-password': mail(
    'auth.reset',
    ({ owner }) => owner.id,
    () => ({ newPassword }),
  ),
}
