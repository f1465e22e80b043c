import type { JoinCall } from './schema.ts'

/**
 * What an idempotency key of a join represents, alike in a browser, a posted form and the server: a join with the same is the first one,
 * sent again. A new field of the input does not compile until it is decided whether it belongs here.
 */
export function joinIdentity({ email, language, invitedByCode, honeypot, fillTimeMs, ...undecided }: JoinCall) {
  undecided satisfies Record<string, never>
  return { email, language, invitedByCode }
}
