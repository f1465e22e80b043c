import { mailboxOf } from '../../shared/email.ts'
import type { JobContext } from '../jobs/job.ts'
import { keyedHash } from '../security/keyed-hash.ts'
import type { AppContext } from '../trpc.ts'

/**
 * Mails that one mailbox gets in a day because of what others asked for: sign-ups, joins, links and reminders to an address that anyone can
 * type. All features count here together. Recovery and security notices are apart: their owner must get them while a stranger floods.
 */
const othersMails = { name: 'mail_from_others', points: 20, seconds: 86_400 }

/** Whether a mailbox may get one more of them today. Counts it, once for all attempts of its job. */
export async function mayBeMailed(
  { rateLimit, secret }: Pick<AppContext, 'rateLimit' | 'secret'>,
  email: string,
  { attempt }: Pick<JobContext, 'attempt'>,
): Promise<boolean> {
  if (attempt > 1) return true
  return (await rateLimit(othersMails, keyedHash(secret, 'mail allowance', mailboxOf(email)))) === null
}
