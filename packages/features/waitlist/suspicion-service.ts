import type { Db } from '@duo/db/index.ts'
import { addressBlock } from '@duo/platform/server/client-address.ts'
import { keyedHash } from '@duo/platform/server/keyed-hash.ts'
import type { Keys } from '@duo/platform/server/keys.ts'
import { mailboxOf } from '@duo/platform/shared/email.ts'
import { isDisposableEmail } from 'disposable-email-domains-js'
import { tracesOf } from './credit-queries.ts'
import { minimumFillTime, type Suspicion, usualFromOneBlock } from './rules.ts'

/** What is stored of a mailbox to recognise it, however its address is written. */
export const mailboxHash = (secret: Keys, email: string) => keyedHash(secret, 'waitlist mailbox', mailboxOf(email))

/** What is stored of where an invited person joined from; null for 'unknown', where there is no address: that is nobody's block. */
export const blockHash = (secret: Keys, clientAddress: string) =>
  clientAddress === 'unknown' ? null : keyedHash(secret, 'waitlist block', addressBlock(clientAddress))

interface InvitedJoin {
  email: string
  mailboxHash: string
  block: string | null
  trap: string | undefined
  filledIn: number | undefined
}

/**
 * What is odd about an invited join. Nothing here keeps anybody off the list: the inviter's credit waits until somebody has looked. Joins
 * from one block take turns, so that many at once are counted too.
 */
export async function lookAt(db: Db, { email, mailboxHash, block, trap, filledIn }: InvitedJoin): Promise<Suspicion[]> {
  const { mailboxKnown, joinsFromBlock } = await tracesOf(db, { mailboxHash, block })
  const signs: Record<Suspicion, boolean> = {
    disposable_domain: isDisposableEmail(email),
    same_mailbox: mailboxKnown,
    address_velocity: joinsFromBlock >= usualFromOneBlock,
    trap: Boolean(trap),
    too_fast: filledIn !== undefined && filledIn < minimumFillTime,
  }
  return Object.entries(signs).flatMap(([name, is]) => (is ? [name as Suspicion] : []))
}
