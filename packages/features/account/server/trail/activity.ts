import type { Db } from '@duo/db/index.ts'
import type { EventKind } from '#auth/schema.ts'
import * as queries from '#auth/server/events/event-queries.ts'
import type { Activity } from '../../schema.ts'

const maxShownEvents = 50

export async function listActivity(db: Db, userId: string): Promise<{ events: Activity[] }> {
  const rows = await queries.listEvents(db, userId, maxShownEvents)
  return {
    events: rows.map(({ id, kind, user_agent, times, at }) => ({
      id,
      kind: kind as EventKind,
      userAgent: user_agent,
      times,
      at: at.toISOString(),
    })),
  }
}
