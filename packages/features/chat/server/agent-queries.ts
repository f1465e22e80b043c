import type { Db } from '@duo/db/index.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'

/** Includes hidden agents, because conversations with them continue. Never send it to a browser (decision 0021). */
export function findPersona(db: Db, id: string, language: Locale) {
  return db
    .selectFrom('marketplace_agent as agent')
    .innerJoin('marketplace_agent_text as text', 'text.agent_id', 'agent.id')
    .where('agent.id', '=', id)
    .where('text.language', '=', language)
    .select([
      'agent.id',
      'agent.slug',
      'agent.name',
      'text.description',
      'text.prompt_seed as promptSeed',
      'text.starters',
      'text.lines',
      'agent.hash as contentVersion',
    ])
    .executeTakeFirst()
}

export function findListedAgent(db: Db, id: string) {
  return db.selectFrom('marketplace_agent').where('id', '=', id).where('hidden_at', 'is', null).select('name').executeTakeFirst()
}

export async function findListedAgentId(db: Db, slug: string): Promise<string | undefined> {
  const agent = await db
    .selectFrom('marketplace_agent')
    .where('slug', '=', slug)
    .where('hidden_at', 'is', null)
    .select('id')
    .executeTakeFirst()
  return agent?.id
}

export function listAgentNames(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return Promise.resolve([])
  return db.selectFrom('marketplace_agent').where('id', 'in', ids).select(['id', 'slug', 'name', 'colors']).execute()
}
