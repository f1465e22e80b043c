import { inTransaction } from '@duo/db/index.ts'
import type { AppContext } from '@duo/platform/server/trpc.ts'
import { v4 as randomId } from 'uuid'
import { authenticationResponse, challengeMinutes } from '../../second-factor-schema.ts'
import { AuthEndpointError } from '../better-auth/allowed-endpoints.ts'
import type { CallState } from '../better-auth/call-state.ts'
import { cancelRecovery } from '../factor-recovery/factor-recovery.ts'
import { openSession, withCookies } from '../second-factor/open-session.ts'
import { getSignedInUser } from '../second-factor/pass-second-step.ts'
import { consumeSignInChallenge } from '../second-factor/second-step-queries.ts'
import { readPasskeyChallenge, setPasskeyCookie } from '../second-factor/step-cookies.ts'
import { actorOfCall } from '../sign-in/sign-in.ts'
import { lockUser } from '../user-queries.ts'
import { findPasskeyByCredential, updatePasskeyUsage } from './passkey-queries.ts'
import { requestOptions, verifyCounter } from './passkey-verification.ts'

export async function passkeySignInOptions(context: AppContext): Promise<Response> {
  const options = await requestOptions(context)
  return withCookies(options, [await setPasskeyCookie(context, { id: randomId(), challenge: options.challenge })])
}

const passkeyRefused = () => new AuthEndpointError('PASSKEY_REFUSED', 'Passkey refused', 401)

/** Signs in with possession and user verification, without a second step. Throws `PASSKEY_REFUSED` or `EMAIL_NOT_VERIFIED`. */
export async function signInWithPasskey(context: AppContext, call: CallState): Promise<Response> {
  const { data: response } = authenticationResponse.safeParse(call.body.response)
  if (!response) throw new AuthEndpointError('VALIDATION_ERROR', 'Invalid response')
  const cookieChallenge = await readPasskeyChallenge(context, call.headers.cookie)
  if (!cookieChallenge || !(await consumeSignInChallenge(context.db, cookieChallenge.id, challengeMinutes)))
    throw passkeyRefused()
  const candidate = await findPasskeyByCredential(context.db, response.id)
  if (!candidate) throw passkeyRefused()
  const cookies = await inTransaction(context.db, async (tx) => {
    const user = await lockUser(tx, candidate.userId)
    const passkey = user && (await findPasskeyByCredential(tx, response.id))
    const counter = passkey ? await verifyCounter(context, passkey, { response, challenge: cookieChallenge.challenge }) : null
    // a disputed passkey only passes the second step
    if (!passkey || counter === null || passkey.userId !== user.id || passkey.disputedAt !== null) throw passkeyRefused()
    if (context.confirmsEmail && user.confirmedAt === null)
      throw new AuthEndpointError('EMAIL_NOT_VERIFIED', 'Email not verified', 403)
    await updatePasskeyUsage(tx, passkey.id, counter)
    await cancelRecovery(tx, context, user, actorOfCall(call))
    return await openSession(tx, context, call, { userId: user.id, remember: true })
  })
  const { user } = await getSignedInUser(context.db, candidate.userId)
  return withCookies({ user }, cookies)
}
