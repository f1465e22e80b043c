import { randomBytes } from 'node:crypto'
import type { Db } from '@duo/db/index.ts'
import { signToken } from '@duo/features/auth/server/sessions/sessions.ts'
import { v7 as uuidv7 } from 'uuid'
import { newAddress } from '../testing/accounts.ts'
import { keys } from './site.ts'

export interface Person {
  id: string
  email: string
  sessionId: string
  /** The unsigned session token. */
  token: string
  bearer: string
}

interface Options {
  /** As stored by the server; null for an account without a password. */
  password?: string | null
  /** Session lifetime, ms. */
  holds?: number
}

// stored directly, because signing up would take longer
export async function makePeople(
  db: Db,
  count: number,
  { password = null, holds = 86_400_000 }: Options = {},
): Promise<Person[]> {
  const people = Array.from({ length: count }, () => {
    const token = randomBytes(24).toString('base64url')
    return { id: uuidv7(), email: newAddress(), sessionId: uuidv7(), token, bearer: signToken(keys, token) }
  })
  const confirmed_at = new Date()
  await db
    .insertInto('auth_user')
    .values(people.map(({ id, email }) => ({ id, email, name: 'Ana Souza', email_verified: true, confirmed_at })))
    .execute()
  if (password !== null)
    await db
      .insertInto('auth_account')
      .values(people.map(({ id }) => ({ id: uuidv7(), user_id: id, account_id: id, provider_id: 'credential', password })))
      .execute()
  const session = { expires_at: new Date(Date.now() + holds), ip_address: null, user_agent: null }
  await db
    .insertInto('auth_session')
    .values(people.map(({ id, sessionId, token }) => ({ id: sessionId, user_id: id, token, ...session })))
    .execute()
  return people
}

export async function makePerson(db: Db, options: Options = {}): Promise<Person> {
  const [person] = await makePeople(db, 1, options)
  if (!person) throw new Error('no person was created')
  return person
}
