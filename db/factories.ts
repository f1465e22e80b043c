import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Db } from './index.ts'
import type { NewWaitlistSignup, WaitlistSignup } from './tables/waitlist.ts'

export function makeSignup(db: Db, overrides: Partial<NewWaitlistSignup> = {}): Promise<WaitlistSignup> {
  const id = uuidv7()
  return db
    .insertInto('waitlist_signup')
    .values({
      id,
      email: `${id}@example.com`,
      language: 'en',
      seat: sql<number>`nextval('waitlist_seat')`,
      referral_code: id.replaceAll('-', '').toUpperCase(),
      ...overrides,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}
