import { inTransaction } from '@duo/db/index.ts'
import type { World } from '@duo/platform/server/trpc.ts'
import { v4 as randomId } from 'uuid'
import { authenticationResponse, challengeMinutes } from '../../second-factor-schema.ts'
import { Refusal } from '../better-auth/allowed-endpoints.ts'
import type { CallState } from '../better-auth/call-state.ts'
import { cancelRecovery } from '../factor-recovery/factor-recovery.ts'
import { openSession, withCookies } from '../second-factor/open-session.ts'
import { describeSignedIn } from '../second-factor/pass-second-step.ts'
import { spendSignInChallenge } from '../second-factor/second-step-queries.ts'
import { passkeyChallengeIn, setPasskeyCookie } from '../second-factor/step-cookies.ts'
import { actorOf } from '../sign-in/sign-in.ts'
import { lockPerson } from '../user-queries.ts'
import { passkeyByCredential, touchPasskey } from './passkey-queries.ts'
import { requestOptions, verifiedCounter } from './passkey-verification.ts'

/** Returns what the browser offers its passkeys for this site with. */
export async function signInOptions(world: World): Promise<Response> {
  const options = await requestOptions(world)
  return withCookies(options, [await setPasskeyCookie(world, { id: randomId(), challenge: options.challenge })])
}

const refused = () => new Refusal('PASSKEY_REFUSED', 'Passkey refused', 401)

/**
 * Signs in with a passkey alone: it is something that the user has, and the device has checked who uses it. Throws the refusals
 * `PASSKEY_REFUSED` and `EMAIL_NOT_VERIFIED`.
 */
export async function signInWithPasskey(world: World, call: CallState): Promise<Response> {
  const { data: response } = authenticationResponse.safeParse(call.body.response)
  if (!response) throw new Refusal('VALIDATION_ERROR', 'Invalid response')
  const asked = await passkeyChallengeIn(world, call.headers.cookie)
  if (!asked || !(await spendSignInChallenge(world.db, asked.id, challengeMinutes))) throw refused()
  const known = await passkeyByCredential(world.db, response.id)
  if (!known) throw refused()
  const cookies = await inTransaction(world.db, async (tx) => {
    const person = await lockPerson(tx, known.userId)
    const passkey = person && (await passkeyByCredential(tx, response.id))
    const counter = passkey ? await verifiedCounter(world, passkey, { response, challenge: asked.challenge }) : null
    // one that the owner has said no to passes no more than the second step
    if (!passkey || counter === null || passkey.userId !== person.id || passkey.disputedAt !== null) throw refused()
    if (world.confirmsEmail && person.confirmedAt === null) throw new Refusal('EMAIL_NOT_VERIFIED', 'Email not verified', 403)
    await touchPasskey(tx, passkey.id, counter)
    await cancelRecovery(tx, world, person, actorOf(call))
    return await openSession(tx, world, call, { userId: person.id, remember: true })
  })
  const { user } = await describeSignedIn(world.db, known.userId)
  return withCookies({ user }, cookies)
}
