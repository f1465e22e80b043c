import type { SecondFactorHooks } from '#auth/server/account-hooks.ts'
import { recordEvent } from '#auth/server/events/account-events.ts'
import { holdsPassword } from '#auth/server/sign-in/first-factor.ts'
import { lockUser } from '#auth/server/users/user-queries.ts'
import { secondStepPath } from '../../rules.ts'
import { deleteSteps } from '../challenges/step-queries.ts'
import { voidRecovery } from '../factor-recovery/factor-recovery.ts'
import { mailAllEmails } from '../factor-recovery/factor-recovery-jobs.ts'
import { consumeRipeRecovery } from '../factor-recovery/factor-recovery-queries.ts'
import { hasFactor, reportFactorChange } from '../factors/account-factors.ts'
import { deleteFactors } from '../factors/factor-queries.ts'
import { requireFreshFactor } from '../fresh-factor/fresh-factor.ts'
import { startStep } from './second-step.ts'
import { setStepCookie } from './step-cookies.ts'

/** A ripe recovery makes the first factor enough once, and removes the lost factors. */
const afterFirstFactor: SecondFactorHooks['afterFirstFactor'] = async (tx, context, passed, actor) => {
  const { userId } = passed
  if (!(await hasFactor(tx, userId))) return 'session'
  const user = await lockUser(tx, userId)
  if (!user) return 'ended'
  if ((await holdsPassword(tx, passed)) && (await consumeRipeRecovery(tx, userId))) {
    await deleteFactors(tx, userId)
    await deleteSteps(tx, userId)
    const eventId = await recordEvent(tx, context, { userId }, { kind: 'factors_removed', actor })
    await mailAllEmails(tx, user, { kind: 'factor', eventId })
    return 'session'
  }
  // asked again with the account locked: its last factor may have been removed meanwhile
  return (await hasFactor(tx, userId)) ? 'second_step' : 'session'
}

export const secondFactorHooks: SecondFactorHooks = {
  hasFactor,
  afterFirstFactor,
  startStep: async (db, context, passed, { remember }) => {
    const token = await startStep(db, passed, remember)
    return token === null ? null : { cookie: setStepCookie(context, token), page: secondStepPath }
  },
  requireFreshFactor,
  removeFactors: async (db, context, owner, by) => {
    const removed = await deleteFactors(db, owner.id)
    if (removed > 0 && by) await reportFactorChange(db, context, owner, { kind: 'factors_removed', actor: by.actor })
  },
  endSteps: deleteSteps,
  voidRecovery,
}
