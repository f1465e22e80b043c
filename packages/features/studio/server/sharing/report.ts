import type { Db } from '@duo/db/index.ts'
import { openNote } from '@duo/platform/server/provenance/note-key.ts'
import { listNoteKeys } from '@duo/platform/server/provenance/note-key-store.ts'
import type { RequestContext } from '@duo/platform/server/trpc.ts'
import { v7 as uuidv7 } from 'uuid'
import { digestOf, noteClaims } from '../../../chat/server/provenance/claims.ts'
import { fixedTexts } from '../../../chat/server/provenance/sign-reply.ts'
import type { ReportResult } from '../../agent-schema.ts'
import { cleanText } from '../../text-inputs.ts'
import { insertReport } from '../audience/asker-queries.ts'
import { requireShared } from './shared-agent.ts'

interface Report {
  slug: string
  reason: string
  question: string
  reply: string
  provenance: string
}

/** Stores what a visitor reports, for the operator and for the creator. Refusal `not_given` for a reply that the agent did not give. */
export async function report(
  { db }: RequestContext,
  { slug, reason, question, reply, provenance }: Report,
): Promise<ReportResult> {
  const { draftId, ownerId } = await requireShared(db, slug)
  if (reply !== '' && !(await isReplyOf(db, { slug, reply, provenance }))) return { error: 'not_given' }
  const row = { id: uuidv7(), agent_id: draftId, owner_id: ownerId, slug, reason, question, reply: cleanText(reply) }
  await insertReport(db, row)
  return { error: null }
}

/** Whether the note of a reply names this agent and this text. The fixed sentences, which people wrote, have no note. */
async function isReplyOf(db: Db, { slug, reply, provenance }: Pick<Report, 'slug' | 'reply' | 'provenance'>): Promise<boolean> {
  if (provenance === '') return fixedTexts().includes(reply)
  const opened = await openNote(provenance, await listNoteKeys(db))
  const claims = 'claims' in opened ? noteClaims.safeParse(opened.claims).data : undefined
  return claims?.agent === slug && claims.text_sha256 === digestOf(reply)
}
