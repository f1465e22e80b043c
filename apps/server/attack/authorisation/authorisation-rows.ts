import { ticketPurposes } from '@duo/features/waitlist/tickets.ts'
import type { Actor, Scene } from '../scene.ts'

/** The outcome: `ok`, `nothing` (null) or an error code. `own`: the caller's data and none of the owner's. `public`: the same for all. */
export type Outcome = 'ok' | 'own' | 'public' | 'nothing' | (string & {})

export interface Row {
  by: 'session' | 'nothing' | { ticket: string; field: string; subject: (scene: Scene) => string }
  input: (scene: Scene) => Record<string, unknown>
  gets: Record<Actor, Outcome>
  purposes?: Partial<Record<keyof typeof ticketPurposes, Outcome>>
}

export const none = () => ({})
/** API keys are refused unless the row says otherwise. */
export const allActors = <T>(outcome: T, refusedKey: T): Record<Actor, T> => ({
  anonymous: outcome,
  other: outcome,
  owner: outcome,
  expired: outcome,
  revoked: outcome,
  forged: outcome,
  wrongPurpose: outcome,
  key: refusedKey,
  otherKey: refusedKey,
})
export const allCallers = (outcome: Outcome) => allActors<Outcome>(outcome, 'forbidden')

/** Opens the procedure to API keys, with the outcome of a session of their account. */
export const withKeys = (row: Row): Row => ({ ...row, gets: { ...row.gets, key: row.gets.owner, otherKey: row.gets.other } })

export const open = (input: Row['input'], outcome: Outcome = 'public'): Row => ({
  by: 'nothing',
  input,
  gets: allCallers(outcome),
})

/** Requires the token of a mailed link. */
export const mailed = (ticket: string, input: Row['input'] = none): Row => ({
  by: { ticket, field: 'token', subject: ({ owner }) => owner.id },
  input,
  gets: allCallers('invalid_link'),
})

/** Requires a session. `other` is the outcome for another account that sends the owner's ids. */
export const session = (input: Row['input'], other: Outcome, owner: Outcome = 'ok'): Row => ({
  by: 'session',
  input,
  gets: { ...allCallers('unauthorized'), owner, other },
})

/** Requires a ticket for the owner's entry. Another account's ticket opens its own entry, unless the input also names the owner. */
export function entry(
  input: Row['input'],
  rest: { purpose?: string; owner?: Outcome; other?: Outcome; revoked?: Outcome; purposes?: Row['purposes'] } = {},
): Row {
  const { purpose = ticketPurposes.member, owner = 'ok', other = 'own', revoked = 'invalid_ticket', purposes } = rest
  return {
    by: { ticket: purpose, field: 'ticket', subject: ({ mine }) => mine.id },
    input,
    gets: { ...allCallers('invalid_ticket'), owner, other, revoked },
    ...(purposes && { purposes }),
  }
}

export const credential = (response: object) => ({
  id: 'AAAA',
  rawId: 'AAAA',
  type: 'public-key',
  response: { clientDataJSON: 'AAAA', ...response },
})
