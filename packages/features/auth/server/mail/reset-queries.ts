import type { Db } from '@duo/db/index.ts'
import { sql } from 'kysely'

export function findUserByReset(db: Db, identifier: string) {
  return db
    .selectFrom('auth_verification as reset')
    .innerJoin('auth_user as person', (join) => join.on(sql<boolean>`person.id::text = reset.value`))
    .leftJoin('auth_account as way', (join) =>
      join.onRef('way.user_id', '=', 'person.id').on('way.provider_id', '=', 'credential'),
    )
    .where('reset.identifier', '=', identifier)
    .where('reset.expires_at', '>', sql<Date>`now()`)
    .select(['person.id', 'person.email', 'person.name', 'way.password as hash'])
    .executeTakeFirst()
}

export function findActiveReset(db: Db, userId: string, hours: number) {
  return db
    .selectFrom('auth_verification')
    .where('value', '=', userId)
    .where('expires_at', '>', sql<Date>`now()`)
    .where('created_at', '>', sql<Date>`now() - make_interval(hours => ${hours})`)
    .select(['id', 'identifier'])
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
}

const inHours = (hours: number) => sql<Date>`now() + make_interval(hours => ${hours})`

export function insertReset(db: Db, reset: { id: string; identifier: string; userId: string; hours: number }) {
  const { id, identifier, userId, hours } = reset
  return db
    .insertInto('auth_verification')
    .values({ id, identifier, value: userId, expires_at: inHours(hours) })
    .execute()
}

export function extendReset(db: Db, id: string, hours: number) {
  return db
    .updateTable('auth_verification')
    .set({ expires_at: inHours(hours) })
    .where('id', '=', id)
    .execute()
}

export function consumeReset(db: Db, identifier: string) {
  return db
    .deleteFrom('auth_verification')
    .where('identifier', '=', identifier)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('id')
    .executeTakeFirst()
}
