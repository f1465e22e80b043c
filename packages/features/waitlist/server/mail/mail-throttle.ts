import type { RequestContext } from '@duo/platform/server/trpc.ts'
import { quietReminderLimit, reminderLimit } from '../../schema.ts'

interface ExistingSignup {
  id: string
  unsubscribedAt: Date | null
}

/** Counts a requested mail. A member who unsubscribed gets one a day at most, with the link to resubscribe. */
export async function consumeMailLimit(
  rateLimit: RequestContext['rateLimit'],
  { id, unsubscribedAt }: ExistingSignup,
): Promise<boolean> {
  return (await rateLimit(unsubscribedAt === null ? reminderLimit : quietReminderLimit, id)) === null
}
