import type { Db } from '@duo/db/index.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'

/** What an agent is told and says in a language, also one who is no longer offered: conversations go on. For the server only. */
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
    ])
    .executeTakeFirst()
}

/** The name of an agent with whom conversations may begin. */
export function findListedAgent(db: Db, id: string) {
  return db.selectFrom('marketplace_agent').where('id', '=', id).where('hidden_at', 'is', null).select('name').executeTakeFirst()
}

/** How lists of conversations name agents. */
export function listAgentNames(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return Promise.resolve([])
  return db.selectFrom('marketplace_agent').where('id', 'in', ids).select(['id', 'slug', 'name', 'colors']).execute()
}
