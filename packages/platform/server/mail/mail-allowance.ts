import { mailboxOf } from '../../shared/email.ts'
import type { JobContext } from '../jobs/job.ts'
import { keyedHash } from '../security/keyed-hash.ts'
import type { AppContext } from '../trpc.ts'

/** Mail that others can trigger (sign-ups, joins, reminders). Recovery and security notices must get through during a flood. */
const othersMails = { name: 'mail_from_others', points: 20, seconds: 86_400 }

/** Counts one mail per job, not per attempt. */
export async function mayBeMailed(
  { rateLimit, secret }: Pick<AppContext, 'rateLimit' | 'secret'>,
  email: string,
  { attempt }: Pick<JobContext, 'attempt'>,
): Promise<boolean> {
  if (attempt > 1) return true
  return (await rateLimit(othersMails, keyedHash(secret, 'mail allowance', mailboxOf(email)))) === null
}
