import { randomInt } from 'node:crypto'
import { inTransaction } from '@duo/db/index.ts'
import { plainWords } from '@duo/platform/shared/text/search-words.ts'
import { v7 as uuidv7 } from 'uuid'
import { countActiveAgents, findSubscription } from '../../../billing/server/plans.ts'
import { keptReleases } from '../../agent-rules.ts'
import type { ShareAgentResult, Sharing } from '../../agent-schema.ts'
import { lockAgent } from '../agent-queries.ts'
import { stateOf } from '../agent-state.ts'
import { assertOwn } from '../assert-own.ts'
import type { StudioContext } from '../context.ts'
import { type DraftRow, findDraft } from '../draft/draft-queries.ts'
import { toDraftProfile } from '../draft/profile.ts'
import * as queries from './release-queries.ts'

export async function toSharing({ db, user }: StudioContext, draft: DraftRow): Promise<Sharing> {
  const [digest, releases, { limits, usage }] = await Promise.all([
    // reads all texts, and tells nothing before the first release
    draft.releaseId ? queries.digestOf(db, draft.id) : null,
    queries.listReleases(db, draft.id),
    findSubscription(db, user.id),
  ])
  const shown = releases.findIndex(({ id }) => id === draft.releaseId)
  return {
    state: stateOf(draft),
    slug: draft.slug,
    sharedAt: releases[shown]?.createdAt.toISOString() ?? null,
    hasChanges: shown >= 0 && releases[shown]?.digest !== digest,
    before: shown < 0 ? null : (releases[shown + 1]?.createdAt.toISOString() ?? null),
    takedownReason: draft.takedownReason,
    active: { used: usage.activeAgents, limit: limits.activeAgents },
  }
}

const own = ({ user }: StudioContext, id: string) => ({ id, ownerId: user.id })

const sharingOf = async (context: StudioContext, agentId: string): Promise<Sharing> =>
  toSharing(context, assertOwn(await findDraft(context.db, own(context, agentId))))

/**
 * Shares the draft as it is now, or shares it again. What is shared stays as it is while the draft changes. Refusals `no_passages`,
 * `person` (whether its name is a living person's is not answered), `plan` (no active agent is left) and `taken_down`.
 */
export async function share(context: StudioContext, agentId: string): Promise<ShareAgentResult> {
  const { db, user } = context
  const refusal = await inTransaction(db, async (tx) => {
    await queries.lockOwner(tx, user.id)
    assertOwn(await lockAgent(tx, own(context, agentId)))
    const draft = assertOwn(await findDraft(tx, own(context, agentId)))
    if (draft.takenDownAt) return 'taken_down'
    if (draft.passages === 0) return 'no_passages'
    if (toDraftProfile(draft).person === null) return 'person'
    if (await exceedsPlan({ ...context, db: tx }, agentId)) return 'plan'
    const digest = await queries.digestOf(tx, agentId)
    const releases = await queries.listReleases(tx, agentId)
    const same = releases.find((release) => release.digest === digest)
    const releaseId = same?.id ?? uuidv7()
    if (!same) {
      await queries.copyDraft(tx, { draftId: agentId, releaseId, digest })
      // what was withdrawn by going back must not come back
      const shown = releases.findIndex(({ id }) => id === draft.releaseId)
      const withdrawn = releases.slice(0, Math.max(shown, 0))
      const old = releases.slice(withdrawn.length).slice(keptReleases - 1)
      await queries.deleteReleases(
        tx,
        agentId,
        [...withdrawn, ...old].map(({ id }) => id),
      )
    }
    await queries.showRelease(tx, { draftId: agentId, releaseId, slug: slugOf(draft.name) })
    return null
  })
  if (refusal) return { error: refusal }
  return { error: null, sharing: await sharingOf(context, agentId) }
}

async function exceedsPlan({ db, user }: StudioContext, agentId: string): Promise<boolean> {
  const { limits } = await findSubscription(db, user.id)
  return limits.activeAgents !== 'unlimited' && (await countActiveAgents(db, user.id, agentId)) >= limits.activeAgents
}

/** Shows the release before the current one. Does nothing if there is none. */
export async function goBack(context: StudioContext, agentId: string): Promise<{ error: null; sharing: Sharing }> {
  await inTransaction(context.db, async (tx) => {
    assertOwn(await lockAgent(tx, own(context, agentId)))
    const draft = assertOwn(await findDraft(tx, own(context, agentId)))
    const releases = await queries.listReleases(tx, agentId)
    const before = releases[releases.findIndex(({ id }) => id === draft.releaseId) + 1]
    if (draft.releaseId && before) await queries.changeRelease(tx, { draftId: agentId, releaseId: before.id })
  })
  return { error: null, sharing: await sharingOf(context, agentId) }
}

/** Takes the link out of use. Sharing again gives the same link. */
export async function unshare(context: StudioContext, agentId: string): Promise<{ error: null; sharing: Sharing }> {
  await inTransaction(context.db, async (tx) => {
    assertOwn(await lockAgent(tx, own(context, agentId)))
    await queries.hideRelease(tx, agentId)
    const releases = await queries.listReleases(tx, agentId)
    await queries.deleteReleases(
      tx,
      agentId,
      releases.map(({ id }) => id),
    )
  })
  return { error: null, sharing: await sharingOf(context, agentId) }
}

/** Pauses or resumes a shared agent. Refusal `plan` when resuming would exceed the plan. */
export async function pause(
  context: StudioContext,
  { agentId, paused }: { agentId: string; paused: boolean },
): Promise<ShareAgentResult> {
  const refused = await inTransaction(context.db, async (tx) => {
    await queries.lockOwner(tx, context.user.id)
    assertOwn(await lockAgent(tx, own(context, agentId)))
    if (!paused && (await exceedsPlan({ ...context, db: tx }, agentId))) return true
    await queries.pauseAgent(tx, agentId, paused)
    return false
  })
  if (refused) return { error: 'plan' }
  return { error: null, sharing: await sharingOf(context, agentId) }
}

const letters = 'abcdefghijkmnpqrstuvwxyz23456789'
const randomPart = () => Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join('')

/** A link that cannot be guessed from the name. */
const slugOf = (name: string) =>
  [...plainWords(name).slice(0, 6), randomPart()]
    .join('-')
    .replace(/[^a-z0-9-]/g, '')
    .replace(/-{2,}/g, '-')
    .slice(-80)
    .replace(/^-+/, '')
