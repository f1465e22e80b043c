import { inTransaction } from '@duo/db/index.ts'
import { v7 as uuidv7 } from 'uuid'
import { maxCorrections } from '../../agent-rules.ts'
import type { Correction, CorrectionResult, EditCorrectionResult } from '../../agent-schema.ts'
import { findAgent, lockAgent } from '../agent-queries.ts'
import { assertOwn } from '../assert-own.ts'
import type { StudioContext } from '../context.ts'
import * as queries from './correction-queries.ts'

const toCorrection = ({ createdAt, ...row }: queries.CorrectionRow): Correction => ({
  ...row,
  createdAt: createdAt.toISOString(),
})

/** Returns an agent's corrections, the newest first. */
export async function listCorrections({ db, user }: StudioContext, agentId: string): Promise<{ corrections: Correction[] }> {
  assertOwn(await findAgent(db, { id: agentId, ownerId: user.id }))
  return { corrections: (await queries.listCorrections(db, agentId)).map(toCorrection) }
}

/** Stores the creator's own reply to a question and its paraphrases. A second one for the same question takes its place. */
export async function addCorrection(
  { db, user }: StudioContext,
  input: { agentId: string; question: string; answer: string },
): Promise<CorrectionResult> {
  const saved = await inTransaction(db, async (tx) => {
    assertOwn(await lockAgent(tx, { id: input.agentId, ownerId: user.id }))
    return await queries.saveCorrection(tx, { ...input, id: uuidv7(), max: maxCorrections })
  })
  return saved ? { error: null, correction: toCorrection(saved) } : { error: 'too_many' }
}

/** Refusal `changed`: the answer is no longer `before`. */
export async function editCorrection(
  { db, user }: StudioContext,
  input: { id: string; answer: string; before?: string | undefined },
): Promise<EditCorrectionResult> {
  const own = { ...input, ownerId: user.id }
  const edited = await queries.editCorrection(db, own)
  if (edited) return { error: null, correction: toCorrection(edited) }
  assertOwn(await queries.findOwnCorrection(db, own))
  return { error: 'changed' }
}

export async function removeCorrection({ db, user }: StudioContext, id: string): Promise<{ error: null }> {
  assertOwn(await queries.deleteCorrection(db, { id, ownerId: user.id }))
  return { error: null }
}
