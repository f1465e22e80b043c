import { normalizeEmail } from '@duo/platform/shared/email.ts'
import { draftsKey, memberKey } from '../../session/ui/member-storage.ts'

/**
 * An account takes the waitlist's entry with it, and then nothing that this browser keeps of that entry stays. What is somebody else's on
 * the same device does; a ticket whose address was never learned counts as theirs.
 */
export function clearWaitlistEntry(email: string): void {
  for (const key of [memberKey, draftsKey]) removeIfOwnedBy(key, email)
}

/** Answers that somebody has begun leave the browser when they sign out: the server has them, and nobody else can send them away. */
export const clearSurveyDrafts = (email: string): void => removeIfOwnedBy(draftsKey, email)

function removeIfOwnedBy(key: string, email: string): void {
  try {
    const entry = JSON.parse(localStorage.getItem(key) ?? 'null') as { email?: string | null } | null
    // the entry's address is kept as it was typed
    if (entry && normalizeEmail(entry.email ?? email) === normalizeEmail(email)) localStorage.removeItem(key)
  } catch {
    // what is blocked holds nothing, and what is none of ours holds nothing of them
  }
}
