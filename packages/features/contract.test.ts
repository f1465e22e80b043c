import type { TRPCClient } from '@trpc/client'
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server'
import { expect, expectTypeOf, test } from 'vitest'
import { type AppRouter, appRouter } from './server.ts'

type Inputs = inferRouterInputs<AppRouter>
type Answers = inferRouterOutputs<AppRouter>

/** Never run: `tsc` fails (in `npm run check`) if one of these wrong calls compiles. */
export async function wrongCallsDoNotCompile(client: TRPCClient<AppRouter>) {
  // @ts-expect-error the language is missing
  await client.waitlist.join.mutate({ email: 'ana@example.com', invitedByCode: null })
  // @ts-expect-error there is no such language
  await client.waitlist.join.mutate({ email: 'ana@example.com', language: 'fr', invitedByCode: null })
  // @ts-expect-error an address is text
  await client.waitlist.join.mutate({ email: 7, language: 'en', invitedByCode: null })
  // @ts-expect-error a mutation is not a query
  await client.waitlist.join.query({ email: 'ana@example.com', language: 'en', invitedByCode: null })
  // @ts-expect-error there is no such procedure
  await client.waitlist.leave.mutate()
  const answer = await client.waitlist.join.mutate({ email: 'ana@example.com', language: 'en', invitedByCode: null })
  // @ts-expect-error only a new member has a position: callers must handle the other responses first
  return answer.data.position
}

test('call types match the contract', () => {
  expectTypeOf<Inputs['waitlist']['join']>().toEqualTypeOf<{
    email: string
    language: 'en' | 'pt'
    invitedByCode?: string | null | undefined
    honeypot?: string | undefined
    fillTimeMs?: number | undefined
  }>()
  expectTypeOf<Answers['waitlist']['join']['error']>().toEqualTypeOf<null | 'invalid_code'>()
})

test('the procedures of the contract exist (design, section 11)', () => {
  const contract = [
    'auth.account',
    'auth.activity',
    'auth.addPasskey',
    'auth.apiKeys',
    'auth.cancelEmailChange',
    'auth.cancelFactorRecovery',
    'auth.cancelFactorRecoveryByLink',
    'auth.cancelFactorRecoveryFromStep',
    'auth.changeEmail',
    'auth.changePassword',
    'auth.checkReset',
    'auth.confirmCodes',
    'auth.confirmEmail',
    'auth.createApiKey',
    'auth.dispute',
    'auth.download',
    'auth.erase',
    'auth.factorOptions',
    'auth.mailOutcome',
    'auth.newRecoveryCodes',
    'auth.options',
    'auth.passFactor',
    'auth.passStepByCode',
    'auth.passStepByPasskey',
    'auth.passStepByRecoveryCode',
    'auth.passkeyOptions',
    'auth.passkeySignInOptions',
    'auth.redeemMailCode',
    'auth.refresh',
    'auth.removeCodes',
    'auth.removePasskey',
    'auth.renamePasskey',
    'auth.requestPasswordReset',
    'auth.resetPassword',
    'auth.revokeApiKey',
    'auth.revokeOtherSessions',
    'auth.revokeSession',
    'auth.secondStep',
    'auth.sendConfirmation',
    'auth.session',
    'auth.sessions',
    'auth.signInWithPasskey',
    'auth.startCodes',
    'auth.startFactorRecovery',
    'auth.stepPasskeyOptions',
    'auth.unlinkProvider',
    'auth.updateProfile',
    'billing.subscription',
    'blog.article',
    'blog.articles',
    'chat.archive',
    'chat.ask',
    'chat.conversation',
    'chat.edit',
    'chat.list',
    'chat.messages',
    'chat.notAboutMe',
    'chat.pin',
    'chat.rate',
    'chat.remove',
    'chat.rename',
    'chat.restore',
    'chat.retry',
    'chat.send',
    'chat.sendAndStream',
    'chat.share',
    'chat.shareState',
    'chat.shared',
    'chat.showVersion',
    'chat.start',
    'chat.stop',
    'chat.stream',
    'chat.unshare',
    'marketplace.agent',
    'marketplace.agents',
    'survey.download',
    'survey.followUp',
    'survey.progress',
    'survey.qualify',
    'survey.saveDraft',
    'waitlist.confirm',
    'waitlist.download',
    'waitlist.erase',
    'waitlist.join',
    'waitlist.mine',
    'waitlist.sendLinkOf',
    'waitlist.sendStatusLink',
    'waitlist.signOutEverywhere',
    'waitlist.status',
    'waitlist.subscribe',
    'waitlist.unsubscribe',
  ]
  // attack/authorisation lists those that were added
  expect(contract.filter((name) => !(name in appRouter._def.procedures))).toEqual([])
})
