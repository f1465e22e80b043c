import type { Db } from '@duo/db/index.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import { type SqlBool, sql } from 'kysely'

/** Literals, so that a prepared statement can use the index of its language. */
const inLanguage = { en: sql<SqlBool>`language = 'en'`, pt: sql<SqlBool>`language = 'pt'` }

const orderedNotes = (db: Db, agentId: string, language: Locale) =>
  db
    .selectFrom('marketplace_note as note')
    .where('agent_id', '=', agentId)
    .where(inLanguage[language])
    .select(['key', 'place', 'title', 'text', 'source'])
    .orderBy('place')

export function listNotes(db: Db, agentId: string, language: Locale) {
  return orderedNotes(db, agentId, language).select(['terms', 'questions', 'facts']).execute()
}

export const findHash = (db: Db, agentId: string) =>
  db.selectFrom('marketplace_agent').where('id', '=', agentId).select('hash').executeTakeFirst()

export function findVoice(db: Db, agentId: string, language: Locale) {
  return db
    .selectFrom('marketplace_agent_text as text')
    .innerJoin('marketplace_agent as agent', 'agent.id', 'text.agent_id')
    .where('text.agent_id', '=', agentId)
    .where('text.language', '=', language)
    .select(['agent.name', 'text.voice', 'text.starters', 'text.vocabulary'])
    .executeTakeFirst()
}
