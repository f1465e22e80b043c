import { type Db, inTransaction } from '@duo/db/index.ts'
import type { RequestContext } from '@duo/platform/server/trpc.ts'
import { AppError } from '@duo/platform/shared/errors.ts'
import { maxShownPassages, type Reveal, shownShare } from '../../agent-rules.ts'
import type { OpenedPassage, OpenResult, SharedAgent } from '../../agent-schema.ts'
import { assertOwn } from '../assert-own.ts'
import { type AskerKey, isBlocked, lockShown, saveShown } from '../audience/asker-queries.ts'
import { askerOf } from '../audience/audience.ts'
import type { StudioContext } from '../context.ts'
import { summaryOf } from '../coverage/coverage-runs.ts'
import { personOf, toProfile } from '../draft/profile.ts'
import { findPassage } from '../passages/passage-queries.ts'
import * as queries from './shared-queries.ts'

/** Throws 404 for links that are unknown, private or taken down. */
export async function requireShared(db: Db, slug: string): Promise<queries.SharedRow> {
  const shared = await queries.findShared(db, slug)
  if (!shared) throw new AppError('not_found')
  return shared
}

/** What a visitor with the link may know. */
export async function sharedAgent({ db, viewer }: RequestContext, { slug }: { slug: string }): Promise<SharedAgent> {
  const shared = await requireShared(db, slug)
  const [documents, user] = await Promise.all([queries.listTitles(db, shared.id), viewer()])
  const profile = toProfile(shared.profile)
  const { line, description, category, colors, starters, onlyDocuments, languages } = profile
  return {
    slug,
    name: shared.name,
    state: shared.pausedAt ? 'paused' : 'shared',
    profile: { line, description, category, colors, starters, onlyDocuments, languages, person: personOf(profile) },
    documents,
    coverage: summaryOf(shared.coverage),
    sharedAt: shared.createdAt.toISOString(),
    isOwn: user?.id === shared.ownerId,
  }
}

/** What a link preview shows of an agent; null for a link that is unknown, private or taken down. */
export async function findSharedCard(db: Db, slug: string) {
  const shared = await queries.findShared(db, slug)
  if (!shared) return null
  const { line, colors } = toProfile(shared.profile)
  return { name: shared.name, line, colors }
}

const aroundOf: Record<Reveal, number> = { passage: 0, neighbours: 1, document: 200 }

/** Opens a passage that a reply cites, with those around it as far as the creator allows. */
export async function openShared(
  context: RequestContext,
  { slug, passageId }: { slug: string; passageId: string },
): Promise<OpenResult> {
  const { db } = context
  const shared = await requireShared(db, slug)
  const user = await context.viewer()
  const isOwn = user?.id === shared.ownerId
  const asker = await askerOf(context, shared.draftId)
  if (!isOwn && (shared.pausedAt !== null || (await isBlocked(db, asker)))) return { error: 'gone' }
  const { reveal } = toProfile(shared.profile)
  const passages = await queries.listAround(db, { agentId: shared.id, passageId, around: aroundOf[reveal] })
  if (passages.length === 0) return { error: 'gone' }
  if (reveal !== 'document' && !isOwn) {
    const shown = await claimShown(db, asker, passages)
    if (!shown.has(passageId)) return { error: 'limited' }
    return {
      error: null,
      opened: toOpened(
        passages.filter(({ id }) => shown.has(id)),
        passageId,
      ),
    }
  }
  return { error: null, opened: toOpened(passages, passageId) }
}

/** Opens a passage of a draft for its creator. */
export async function openPassage({ db, user }: StudioContext, passageId: string): Promise<OpenResult> {
  const passage = await findPassage(db, { id: passageId, ownerId: user.id })
  if (!passage) return { error: 'gone' }
  const passages = await queries.listAround(db, { agentId: passage.agentId, passageId, around: 1 })
  return passages.length === 0 ? { error: 'gone' } : { error: null, opened: toOpened(passages, passageId) }
}

function toOpened(passages: readonly queries.PassageAround[], passageId: string): OpenedPassage {
  const cited = assertOwn(passages.find(({ id }) => id === passageId))
  const { documentId, documentName, language, place, page, lastPage, second, line, headings } = cited
  return {
    documentId,
    documentName,
    language,
    place,
    page,
    lastPage,
    second,
    line,
    headings,
    passages: passages.map(({ id, text, headings }) => ({ id, text, headings, isCited: id === passageId })),
  }
}

/**
 * Counts passages whose text an asker is shown, so that no one copies a document question by question. Returns those that may be
 * shown: what was shown today may be shown again.
 */
export async function claimShown(
  db: Db,
  asker: AskerKey,
  passages: readonly { id: string; ofDocument: number }[],
): Promise<Set<string>> {
  return await inTransaction(db, async (tx) => {
    const shown = new Set(await lockShown(tx, asker))
    const before = shown.size
    const allowed = new Set<string>()
    for (const { id, ofDocument } of passages) {
      const limit = Math.max(maxShownPassages, Math.ceil(ofDocument * shownShare))
      if (!shown.has(id) && shown.size >= limit) continue
      shown.add(id)
      allowed.add(id)
    }
    if (shown.size > before) await saveShown(tx, asker, [...shown])
    return allowed
  })
}
