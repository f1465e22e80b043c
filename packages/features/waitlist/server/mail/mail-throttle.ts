import type { RequestContext } from '@duo/platform/server/trpc.ts'
import { quietReminderLimit, reminderLimit } from '../../schema.ts'

interface ExistingSignup {
  id: string
  unsubscribedAt: Date | null
}

/**
 * Whether one more mail that somebody asked for by an address may go to it, and counts it. Anybody can type an address: who stopped
 * mails hears of that once a day at most, and can still get the link that starts them again.
 */
export async function consumeMailLimit(
  rateLimit: RequestContext['rateLimit'],
  { id, unsubscribedAt }: ExistingSignup,
): Promise<boolean> {
  return (await rateLimit(unsubscribedAt === null ? reminderLimit : quietReminderLimit, id)) === null
}
