import type { Db } from '@duo/db/index.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import { sql } from 'kysely'
import type { AgentCategory } from '../rules.ts'

const agentsWithTexts = (db: Db, language: Locale) =>
  db
    .selectFrom('marketplace_agent as agent')
    .innerJoin('marketplace_agent_text as text', 'text.agent_id', 'agent.id')
    .where('text.language', '=', language)
    .select((eb) => [
      'agent.id',
      'agent.slug',
      'agent.name',
      'agent.colors',
      'agent.created_at as createdAt',
      eb.ref('agent.category').$castTo<AgentCategory>().as('category'),
      'text.lived',
      'text.description',
      'text.voice_description as voiceDescription',
      'text.figure',
      'text.starters',
      // readers of one language may search in the other
      sql<string[]>`array(
        select distinct unnest(every.keywords) from marketplace_agent_text as every where every.agent_id = agent.id order by 1
      )`.as('keywords'),
    ])

export type AgentRow = Awaited<ReturnType<typeof listAgents>>[number]

export function listAgents(db: Db, language: Locale) {
  return agentsWithTexts(db, language)
    .where('agent.hidden_at', 'is', null)
    .orderBy('agent.created_at')
    .orderBy('agent.id')
    .execute()
}

export function findAgentBySlug(db: Db, slug: string, language: Locale) {
  return agentsWithTexts(db, language).where('agent.hidden_at', 'is', null).where('agent.slug', '=', slug).executeTakeFirst()
}

/** Includes hidden agents, because conversations with them continue. */
export function findAgentById(db: Db, id: string, language: Locale) {
  return agentsWithTexts(db, language).where('agent.id', '=', id).executeTakeFirst()
}

export async function findColorsBySlug(db: Db, slug: string): Promise<[string, string] | null> {
  const agent = await db.selectFrom('marketplace_agent').where('slug', '=', slug).select('colors').executeTakeFirst()
  return agent?.colors ?? null
}

export function listAgentNames(db: Db, language: Locale) {
  return db
    .selectFrom('marketplace_agent as agent')
    .innerJoin('marketplace_agent_text as text', 'text.agent_id', 'agent.id')
    .where('text.language', '=', language)
    .where('agent.hidden_at', 'is', null)
    .select(['agent.id', 'agent.slug', 'agent.name', 'text.lived'])
    .execute()
}
