import type { Db } from '@duo/db/index.ts'
import type { AppContext } from '@duo/platform/server/trpc.ts'
import { digestOf } from './claims.ts'
import { listUnsignedReplies, storeNotes } from './provenance-queries.ts'
import { fixedTexts, signClaims } from './sign-reply.ts'

export const signBatchSize = 500

/**
 * Signs replies without a note, which dead processes left behind. Their model is unknown. A background task, so that no read ever
 * signs. Returns how many.
 */
export async function signUnsignedReplies(db: Db, context: AppContext): Promise<number> {
  const replies = await listUnsignedReplies(db, { limit: signBatchSize, except: fixedTexts() })
  const notes: { id: string; note: string }[] = []
  for (const { id, content, origin, createdAt, agent } of replies) {
    const maker = { engine: origin ?? ('unknown' as const), agent, agentVersion: null, model: null }
    notes.push({ id, note: await signClaims(context, { id, digest: digestOf(content), madeAt: createdAt, ...maker }) })
  }
  if (notes.length > 0) await storeNotes(db, notes)
  return notes.length
}
