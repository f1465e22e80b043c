import type { Db } from '@duo/db/index.ts'
import { sql } from 'kysely'
import { rendererVersion } from './renderer-version.ts'

/** Null for a text that is shown as plain text. */
export type StoredHtml = Map<string, string | null>

/**
 * Returns the HTML stored by this version of the renderer or, beside a newer server, a later one. Replies after the first
 * `maxLength` characters are null as well: a page would not show their HTML.
 */
export async function findHtml(db: Db, ids: readonly string[], maxLength: number): Promise<StoredHtml> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; html: string | null }>`
    select id, case when length <= ${maxLength} then html end as html from (
      select stored.reply_id as id, stored.html, sum(octet_length(stored.html)) over (order by reply.number) as length
      from unnest(${ids}::uuid[]) with ordinality as reply (id, number)
      join chat_reply_html as stored on stored.reply_id = reply.id and stored.renderer >= ${rendererVersion}
    ) as page`.execute(db)
  return new Map(rows.map(({ id, html }) => [id, html]))
}

/** Skips replies that were deleted meanwhile. The text of a reply that has ended never changes, so nothing is compared. */
export async function storeHtml(db: Db, rendered: StoredHtml): Promise<void> {
  await sql`
    insert into chat_reply_html (reply_id, renderer, html)
    select message.id, ${rendererVersion}, rendered.html
    from unnest(${[...rendered.keys()]}::uuid[], ${[...rendered.values()]}::text[]) as rendered (id, html)
    join chat_message as message on message.id = rendered.id and message.status <> 'running'
    on conflict (reply_id) do update set renderer = excluded.renderer, html = excluded.html
      where chat_reply_html.renderer < excluded.renderer`.execute(db)
}
