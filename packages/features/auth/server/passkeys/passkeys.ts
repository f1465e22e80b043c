import { inTransaction } from '@duo/db/index.ts'
import type { World } from '@duo/platform/server/trpc.ts'
import { AppError } from '@duo/platform/shared/errors.ts'
import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import type { NotProven } from '../../schema.ts'
import { passkeysAtMost } from '../../second-factor-rules.ts'
import {
  type AddPasskeyAnswer,
  type addPasskeyInput,
  challengeMinutes,
  type PasskeyOptions,
  type RemoveFactorAnswer,
} from '../../second-factor-schema.ts'
import { makeRecoveryCodes } from '../one-time-codes/recovery-codes.ts'
import { type AccountWorld, actorIn, lockOwner, unproven } from '../reauthentication.ts'
import { clearWithoutFactor, hasFactor, isLastDemanded, reportChange } from '../second-factor/account-factors.ts'
import { putChallenge, takeChallenge } from '../second-factor/second-step-queries.ts'
import { endOtherSessions } from '../sessions/session-queries.ts'
import * as queries from './passkey-queries.ts'
import { createdPasskey, creationOptions } from './passkey-verification.ts'

type PasskeyWorld = AccountWorld & Pick<World, 'publicUrl'>

const addedBy = ({ user }: AccountWorld) => ({ kind: 'add_passkey', sessionId: user.session.id }) as const

/** Begins to add a passkey, for this session. */
export async function passkeyOptions(world: PasskeyWorld, password: string | null): Promise<PasskeyOptions | NotProven> {
  const refusal = await unproven(world, password)
  if (refusal) return refusal
  const { db, user } = world
  const known = await queries.passkeysOf(db, user.id)
  if (known.length >= passkeysAtMost) throw new AppError('conflict')
  const options = await creationOptions(world, user, known)
  await inTransaction(db, async (tx) => {
    await lockOwner(tx, user)
    await putChallenge(tx, addedBy(world), { value: options.challenge, minutes: challengeMinutes })
  })
  return { error: null, options }
}

/** Adds the passkey that the browser has created for the options of this session. */
export function addPasskey(world: PasskeyWorld, { response, name }: z.infer<typeof addPasskeyInput>): Promise<AddPasskeyAnswer> {
  return inTransaction(world.db, async (tx) => {
    const person = await lockOwner(tx, world.user)
    const challenge = await takeChallenge(tx, addedBy(world))
    const passkey = challenge === undefined ? null : await createdPasskey(world, response, challenge)
    if (!passkey || (await queries.passkeyByCredential(tx, passkey.credentialId))) return { error: 'refused' }
    if ((await queries.passkeysOf(tx, person.id)).length >= passkeysAtMost) throw new AppError('conflict')
    const isFirst = !(await hasFactor(tx, person.id))
    const eventId = await reportChange(tx, world, person, { kind: 'passkey_added', actor: actorIn(world) })
    if (!(await queries.insertPasskey(tx, { id: uuid(), userId: person.id, ...passkey, name, eventId })))
      throw new AppError('conflict')
    if (!isFirst) return { error: null, recoveryCodes: null }
    // one that never passed a second step must not go on beside it; devices stay known, for an owner who says that it was not them
    await endOtherSessions(tx, person.id, world.user.session.id)
    return { error: null, recoveryCodes: await makeRecoveryCodes(tx, world, person.id) }
  })
}

export async function renamePasskey({ db, user }: AccountWorld, passkey: { id: string; name: string }): Promise<{ error: null }> {
  if (!(await queries.renamePasskey(db, { userId: user.id, ...passkey }))) throw new AppError('not_found')
  return { error: null }
}

/** Takes a passkey off the account. */
export async function removePasskey(
  world: AccountWorld,
  { id, password }: { id: string; password: string | null },
): Promise<RemoveFactorAnswer | NotProven> {
  const refusal = await unproven(world, password)
  if (refusal) return refusal
  return inTransaction(world.db, async (tx) => {
    const person = await lockOwner(tx, world.user)
    const passkey = { userId: world.user.id, id }
    if (!(await queries.hasPasskey(tx, passkey))) throw new AppError('not_found')
    if (await isLastDemanded(tx, person.id)) return { error: 'last_factor' }
    await queries.deletePasskey(tx, passkey)
    await clearWithoutFactor(tx, person.id)
    await reportChange(tx, world, person, { kind: 'passkey_removed', actor: actorIn(world) })
    return { error: null }
  })
}
