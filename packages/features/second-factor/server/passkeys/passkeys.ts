import { inTransaction } from '@duo/db/index.ts'
import type { AppContext } from '@duo/platform/server/trpc.ts'
import { AppError } from '@duo/platform/shared/errors.ts'
import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import { type AccountContext, actorOfContext, lockOwner } from '#auth/server/sessions/account-context.ts'
import { maxPasskeys } from '../../rules.ts'
import type { ReauthenticationError } from '../../schema.ts'
import {
  type AddPasskeyResult,
  type addPasskeyInput,
  challengeMinutes,
  type PasskeyOptions,
  type RemoveFactorResult,
} from '../../schema.ts'
import { consumeChallenge, replaceChallenge } from '../challenges/challenge-queries.ts'
import { cleanUpWithoutFactor } from '../factor-changes/clean-up.ts'
import { secureFirstFactor } from '../factor-changes/secure-first-factor.ts'
import { hasFactor, isLastRequiredFactor, reportFactorChange } from '../factors/account-factors.ts'
import { requireReauthentication } from '../fresh-factor/reauthentication.ts'
import * as queries from './passkey-queries.ts'
import { creationOptions, verifyRegistration } from './passkey-verification.ts'

type PasskeyContext = AccountContext & Pick<AppContext, 'publicUrl'>

const passkeyChallengeKey = ({ user }: AccountContext) => ({ kind: 'add_passkey', sessionId: user.session.id }) as const

export async function passkeyOptions(
  context: PasskeyContext,
  password: string | null,
): Promise<PasskeyOptions | ReauthenticationError> {
  const refusal = await requireReauthentication(context, password)
  if (refusal) return refusal
  const { db, user } = context
  const passkeys = await queries.listPasskeys(db, user.id)
  if (passkeys.length >= maxPasskeys) throw new AppError('conflict')
  const options = await creationOptions(context, user, passkeys)
  await inTransaction(db, async (tx) => {
    await lockOwner(tx, user)
    await replaceChallenge(tx, passkeyChallengeKey(context), { value: options.challenge, minutes: challengeMinutes })
  })
  return { error: null, options }
}

export function addPasskey(
  context: PasskeyContext,
  { response, name }: z.infer<typeof addPasskeyInput>,
): Promise<AddPasskeyResult> {
  return inTransaction(context.db, async (tx) => {
    const owner = await lockOwner(tx, context.user)
    const challenge = await consumeChallenge(tx, passkeyChallengeKey(context))
    const passkey = challenge === undefined ? null : await verifyRegistration(context, response, challenge)
    if (!passkey || (await queries.findPasskeyByCredential(tx, passkey.credentialId))) return { error: 'refused' }
    if ((await queries.listPasskeys(tx, owner.id)).length >= maxPasskeys) throw new AppError('conflict')
    const isFirst = !(await hasFactor(tx, owner.id))
    const eventId = await reportFactorChange(tx, context, owner, { kind: 'passkey_added', actor: actorOfContext(context) })
    if (!(await queries.insertPasskey(tx, { id: uuid(), userId: owner.id, ...passkey, name, eventId })))
      throw new AppError('conflict')
    if (!isFirst) return { error: null, recoveryCodes: null, endedKeys: 0, endedEmailChange: false }
    return { error: null, ...(await secureFirstFactor(tx, context, owner)) }
  })
}

export async function renamePasskey(
  { db, user }: AccountContext,
  passkey: { id: string; name: string },
): Promise<{ error: null }> {
  if (!(await queries.renamePasskey(db, { userId: user.id, ...passkey }))) throw new AppError('not_found')
  return { error: null }
}

export async function removePasskey(
  context: AccountContext,
  { id, password }: { id: string; password: string | null },
): Promise<RemoveFactorResult | ReauthenticationError> {
  const refusal = await requireReauthentication(context, password)
  if (refusal) return refusal
  return inTransaction(context.db, async (tx) => {
    const owner = await lockOwner(tx, context.user)
    const passkey = { userId: context.user.id, id }
    if (!(await queries.hasPasskey(tx, passkey))) throw new AppError('not_found')
    if (await isLastRequiredFactor(tx, owner.id)) return { error: 'last_factor' }
    await queries.deletePasskey(tx, passkey)
    await cleanUpWithoutFactor(tx, owner.id)
    await reportFactorChange(tx, context, owner, { kind: 'passkey_removed', actor: actorOfContext(context) })
    return { error: null }
  })
}
