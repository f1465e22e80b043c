import type { Db } from '@duo/db/index.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import { v7 as uuidv7 } from 'uuid'
import { findSubscription } from '../../billing/server/plans.ts'
import { maxAgents, quotaOf } from '../rules.ts'
import type { CreateAgentResult, StudioAgent, StudioOverview, StudioUsage } from '../schema.ts'
import * as queries from './agent-queries.ts'
import { stateOf } from './agent-state.ts'
import { assertOwn } from './assert-own.ts'
import type { StudioContext } from './context.ts'

export const toAgent = ({ id, name, documents, passages, createdAt, ...row }: queries.AgentRow): StudioAgent => ({
  id,
  name,
  documents: Number(documents ?? 0),
  passages,
  state: stateOf(row),
  createdAt: createdAt.toISOString(),
})

export async function findUsage(db: Db, userId: string): Promise<StudioUsage> {
  const [{ plan }, used] = await Promise.all([findSubscription(db, userId), queries.findUsage(db, userId)])
  return { limit: quotaOf(plan), used }
}

export async function overview({ db, user }: StudioContext): Promise<StudioOverview> {
  const [agents, usage] = await Promise.all([queries.listAgents(db, user.id), findUsage(db, user.id)])
  return { agents: agents.map(toAgent), usage }
}

export async function createAgent(
  { db, user }: StudioContext,
  input: { name: string; language: Locale },
): Promise<CreateAgentResult> {
  const id = uuidv7()
  if (!(await queries.insertAgent(db, { ...input, id, ownerId: user.id, max: maxAgents }))) return { error: 'too_many' }
  return { error: null, agent: toAgent(assertOwn(await queries.findAgent(db, { id, ownerId: user.id }))) }
}

export async function renameAgent({ db, user }: StudioContext, input: { id: string; name: string }): Promise<{ error: null }> {
  assertOwn(await queries.renameAgent(db, { ...input, ownerId: user.id }))
  return { error: null }
}

/** Deletes an agent with its documents, their files and passages. */
export async function removeAgent({ db, user }: StudioContext, id: string): Promise<{ error: null }> {
  assertOwn(await queries.deleteAgent(db, { id, ownerId: user.id }))
  return { error: null }
}
