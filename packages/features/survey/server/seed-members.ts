import { makeSignup } from '@duo/db/factories.ts'
import { type Db, inTransaction } from '@duo/db/index.ts'
import * as rank from '#waitlist/server/position/position-queries.ts'
import { insertEvent } from '#waitlist/server/signup-queries.ts'
import { agentTypes, audienceSizes, categories, goals, niches, userTypes } from '../rules.ts'

const groupSize = 5

/**
 * Adds fictional members whom a wave can invite: confirmed, with both surveys, some with friends who count. Enqueues no mail. Their
 * entries have the time of now: the list of gaps relies on it while others join.
 */
export const seedMembers = (db: Db, count: number): Promise<void> =>
  inTransaction(db, async (tx) => {
    let inviter: { id: string; seat: number } | undefined
    for (let i = 0; i < count; i++) {
      const group = Math.floor(i / groupSize)
      if (i % groupSize === 0) inviter = undefined
      // the first of a group has invited none to three of the others
      const isFriend = inviter !== undefined && i % groupSize <= group % 4
      const member = await addMember(tx, i, isFriend ? inviter : undefined)
      inviter ??= member
    }
  })

async function addMember(tx: Db, i: number, inviter: { id: string; seat: number } | undefined) {
  const member = await makeSignup(tx, {
    language: i % 2 === 0 ? 'en' : 'pt',
    confirmed_at: new Date(),
    ...(inviter && { invited_by: inviter.id, credit: 'counted' }),
  })
  await insertEvent(tx, member.id, 'joined', { position: await rank.findPosition(tx, member.id) })
  await insertEvent(tx, member.id, 'confirmed')
  if (inviter) {
    const from = await rank.findPosition(tx, inviter.id)
    const friends = await rank.advanceForReferral(tx, inviter.seat)
    await insertEvent(tx, inviter.id, 'friend_counted', { from, to: await rank.findPosition(tx, inviter.id), friends })
  }
  await addAnswers(tx, member.id, i)
  return member
}

async function addAnswers(tx: Db, id: string, i: number) {
  const one = <Option extends string>(options: readonly [Option, ...Option[]]) => options[i % options.length] ?? options[0]
  const category = one(categories)
  await tx
    .insertInto('survey_qualification')
    .values({
      signup_id: id,
      audience_size: one(audienceSizes),
      categories: [category],
      other_category: category === 'others' ? 'Beekeeping' : null,
      goals: [one(goals)],
    })
    .execute()
  await tx
    .insertInto('survey_follow_up')
    .values({
      signup_id: id,
      user_types: [one(userTypes)],
      niches: [one(niches)],
      agent_types: [one(agentTypes)],
      description: 'A fictional member',
      address: 'unknown',
      // a server never copies it to the spreadsheet
      mirrored_at: new Date(),
    })
    .execute()
}
