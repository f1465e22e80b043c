import type { Actor } from '../scene.ts'
import { allActors, none, type Row } from './authorisation-rows.ts'

interface CallRow extends Pick<Row, 'by' | 'input'> {
  /** The status, or null for a 200 with the body null. */
  gets: Record<Actor, number | null>
}

const allStatuses = (status: number | null) => allActors<number | null>(status, 403)
const openCall = (input: Row['input'], status: number): CallRow => ({ by: 'nothing', input, gets: allStatuses(status) })
const newPassword = 'outra-senha-91-longa'

export const accountCallTable: Record<string, CallRow> = {
  '/sign-up/email': openCall(({ owner }) => ({ name: 'Ana', email: owner.email, password: newPassword }), 200),
  '/sign-in/email': openCall(({ owner }) => ({ email: owner.email, password: newPassword }), 401),
  '/sign-in/social': openCall(() => ({ provider: 'google' }), 404),
  // opened in browsers, so a rejection is a redirect too
  '/callback/*': { by: 'nothing', input: none, gets: { ...allStatuses(302), key: 303, otherKey: 303 } },
  '/get-session': { by: 'session', input: none, gets: { ...allStatuses(null), owner: 200, other: 200 } },
  '/sign-out': { by: 'session', input: none, gets: allStatuses(200) },
  '/link-social': {
    by: 'session',
    input: () => ({ provider: 'google' }),
    gets: { ...allStatuses(401), owner: 404, other: 404 },
  },
}
