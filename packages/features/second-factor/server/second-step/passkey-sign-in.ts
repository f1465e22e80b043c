import { inTransaction } from '@duo/db/index.ts'
import type { RequestContext } from '@duo/platform/server/trpc.ts'
import { v4 as randomId } from 'uuid'
import type { z } from 'zod'
import { sendSession } from '#auth/server/sign-in/open-session.ts'
import { actorOfCaller, callerOf } from '#auth/server/sign-in/sign-in-caller.ts'
import { lockUser } from '#auth/server/users/user-queries.ts'
import { type AssertionOptions, type authenticationResponse, challengeMinutes, type PasskeySignInResult } from '../../schema.ts'
import { consumeSignInChallenge } from '../challenges/challenge-queries.ts'
import { cancelRecovery } from '../factor-recovery/factor-recovery.ts'
import { findPasskeyByCredential, updatePasskeyUsage } from '../passkeys/passkey-queries.ts'
import { requestOptions, verifyCounter } from '../passkeys/passkey-verification.ts'
import { endSignInSteps, openSession } from './open-session.ts'
import { findSignedInUser } from './pass-second-step.ts'
import { readPasskeyChallenge, setPasskeyCookie } from './step-cookies.ts'

export async function passkeySignInOptions(context: RequestContext): Promise<AssertionOptions> {
  const options = await requestOptions(context)
  context.respondWith('Set-Cookie', await setPasskeyCookie(context, { id: randomId(), challenge: options.challenge }))
  return options
}

const refused = { error: 'passkey_refused' } as const

/** Signs in with possession and user verification, without a second step. */
export async function signInWithPasskey(
  context: RequestContext,
  response: z.infer<typeof authenticationResponse>,
): Promise<PasskeySignInResult> {
  const cookieChallenge = await readPasskeyChallenge(context, context.credentials.cookie)
  if (!cookieChallenge || !(await consumeSignInChallenge(context.db, cookieChallenge.id, challengeMinutes))) return refused
  const candidate = await findPasskeyByCredential(context.db, response.id)
  if (!candidate) return refused
  const caller = await callerOf(context)
  const passed = await inTransaction(context.db, async (tx) => {
    const user = await lockUser(tx, candidate.userId)
    const passkey = user && (await findPasskeyByCredential(tx, response.id))
    const counter = passkey ? await verifyCounter(context, passkey, { response, challenge: cookieChallenge.challenge }) : null
    // a disputed passkey only passes the second step
    if (!passkey || counter === null || passkey.userId !== user.id || passkey.disputedAt !== null) return refused
    if (context.confirmsEmail && user.confirmedAt === null) return { error: 'email_not_verified' } as const
    await updatePasskeyUsage(tx, passkey.id, counter)
    await cancelRecovery(tx, context, user, actorOfCaller(caller))
    return { error: null, session: await openSession(tx, context, caller, { userId: user.id, remember: true }) }
  })
  if (passed.error !== null) return passed
  await sendSession(context, caller, passed.session)
  endSignInSteps(context)
  const user = await findSignedInUser(context.db, candidate.userId)
  return user ? { error: null, user } : refused
}
