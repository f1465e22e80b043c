import type { Db } from '@duo/db/index.ts'
import { sql } from 'kysely'
import { confirmReminderDays, lastReminderDay, placeMailDays } from '../../rules.ts'
import { positionOfExpr } from '../position/position-queries.ts'

const days = (count: number) => sql`make_interval(days => ${sql.lit(count)})`

const [firstDay, secondDay] = confirmReminderDays

/**
 * Claims up to `limit` reminders to confirm. Call it in the transaction that enqueues their mails. Of concurrent callers one claims an
 * entry: the others skip its lock, or find its step recorded. Skips entries that are being erased.
 */
export async function claimConfirmReminders(db: Db, limit: number): Promise<{ id: string; isLast: boolean }[]> {
  const step = sql`case when entry.created_at <= now() - ${days(secondDay)} then 2 else 1 end`
  const { rows } = await sql<{ id: string; isLast: boolean }>`
    with due as materialized (
      select entry.id, ${step} as step
      from waitlist_signup as entry left join waitlist_reminder as sent on sent.signup_id = entry.id
      where entry.confirmed_at is null and entry.unsubscribed_at is null
        and entry.created_at <= now() - ${days(firstDay)} and entry.created_at > now() - ${days(lastReminderDay)}
        and coalesce(sent.confirm_step, 0) < ${step}
        -- a server that was down for days does not send both at once
        and coalesce(sent.confirm_at <= now() - ${days(firstDay)}, true)
      order by entry.created_at limit ${limit} for no key update of entry skip locked
    )
    insert into waitlist_reminder as sent (signup_id, confirm_step, confirm_at) select id, step, now() from due
    on conflict (signup_id) do update set confirm_step = excluded.confirm_step, confirm_at = excluded.confirm_at
      where sent.confirm_step < excluded.confirm_step
    returning signup_id as id, confirm_step = 2 as "isLast"`.execute(db)
  return rows
}

/**
 * Claims up to `limit` mails about a place that no friend has moved for a month; as above. A member who read once to be first gets no
 * further one while that lasts.
 */
export async function claimPlaceMails(db: Db, limit: number): Promise<{ id: string }[]> {
  const monthAgo = sql`now() - ${days(placeMailDays)}`
  const { rows } = await sql<{ id: string }>`
    with due as materialized (
      select entry.id
      from waitlist_signup as entry left join waitlist_reminder as sent on sent.signup_id = entry.id
      where entry.confirmed_at <= ${monthAgo} and entry.invited_at is null and entry.unsubscribed_at is null
        and coalesce(sent.place_at <= ${monthAgo}, true)
        and not exists (
          select from waitlist_event where signup_id = entry.id and kind = 'friend_counted' and created_at > ${monthAgo}
            and data -> 'from' is distinct from data -> 'to'
        )
        and not (sent.place is not distinct from 1 and (${positionOfExpr(sql`entry.id`)}) = 1)
      order by entry.seat limit ${limit} for no key update of entry skip locked
    )
    insert into waitlist_reminder as sent (signup_id, place, place_at) select id, (${positionOfExpr(sql`due.id`)}), now() from due
    on conflict (signup_id) do update set place = excluded.place, place_at = excluded.place_at
      where coalesce(sent.place_at <= ${monthAgo}, true)
    returning signup_id as id`.execute(db)
  return rows
}
