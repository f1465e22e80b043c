import { inTransaction } from '@duo/db/index.ts'
import { AppError } from '@duo/platform/shared/errors.ts'
import type { NotProven } from '../../schema.ts'
import {
  type ConfirmCodesAnswer,
  codesSetupMinutes,
  type RemoveFactorAnswer,
  type StartCodesAnswer,
} from '../../second-factor-schema.ts'
import { type AccountWorld, actorIn, lockOwner, unproven } from '../reauthentication.ts'
import { clearWithoutFactor, hasFactor, isLastDemanded, reportChange } from '../second-factor/account-factors.ts'
import { codesSetUpBy, deleteChallenge, putChallenge } from '../second-factor/second-step-queries.ts'
import { endOtherSessions } from '../sessions/session-queries.ts'
import { deleteOneTimeCodes, oneTimeCodesOf, setOneTimeCodes } from './one-time-codes-queries.ts'
import { makeRecoveryCodes } from './recovery-codes.ts'
import { newSecret, sealSecret, secretUri, stepOfCode, unsealSecret } from './totp.ts'

const setUpBy = ({ user }: AccountWorld) => ({ kind: 'set_up_codes', sessionId: user.session.id }) as const

/** Makes a secret for one-time codes. It counts once a code of it was typed. */
export async function startCodes(world: AccountWorld, password: string | null): Promise<StartCodesAnswer | NotProven> {
  const refusal = await unproven(world, password)
  if (refusal) return refusal
  const { user, db } = world
  const secret = newSecret()
  const value = sealSecret(world.secret, user.id, secret)
  await inTransaction(db, async (tx) => {
    await lockOwner(tx, user)
    await putChallenge(tx, setUpBy(world), { value, minutes: codesSetupMinutes })
  })
  return { error: null, secret, uri: secretUri(secret, user.email) }
}

/** Sets the secret that this session was shown in force, in place of an older one, by a code of it. That code is used up. */
export function confirmCodes(world: AccountWorld, code: string): Promise<ConfirmCodesAnswer> {
  return inTransaction(world.db, async (tx) => {
    const person = await lockOwner(tx, world.user)
    const sealed = await codesSetUpBy(tx, world.user.session.id)
    if (sealed === undefined) return { error: 'setup_over' }
    const step = stepOfCode(unsealSecret(world.secret, person.id, sealed), code)
    if (step === null) return { error: 'wrong_code' }
    await deleteChallenge(tx, setUpBy(world))
    const isFirst = !(await hasFactor(tx, person.id))
    const eventId = await reportChange(tx, world, person, { kind: 'codes_added', actor: actorIn(world) })
    await setOneTimeCodes(tx, { userId: person.id, secret: sealed, lastStep: step, eventId })
    if (!isFirst) return { error: null, recoveryCodes: null }
    // one that never passed a second step must not go on beside it; devices stay known, for an owner who says that it was not them
    await endOtherSessions(tx, person.id, world.user.session.id)
    return { error: null, recoveryCodes: await makeRecoveryCodes(tx, world, person.id) }
  })
}

/** Takes the one-time codes off the account. */
export async function removeCodes(world: AccountWorld, password: string | null): Promise<RemoveFactorAnswer | NotProven> {
  const refusal = await unproven(world, password)
  if (refusal) return refusal
  return inTransaction(world.db, async (tx) => {
    const person = await lockOwner(tx, world.user)
    if (!(await oneTimeCodesOf(tx, person.id))) throw new AppError('not_found')
    if (await isLastDemanded(tx, person.id)) return { error: 'last_factor' }
    await deleteOneTimeCodes(tx, person.id)
    await clearWithoutFactor(tx, person.id)
    await reportChange(tx, world, person, { kind: 'codes_removed', actor: actorIn(world) })
    return { error: null }
  })
}
