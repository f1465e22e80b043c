import { normalizeEmail } from '@duo/platform/shared/email.ts'
import { draftsKey, memberKey } from '../../session/ui/member-storage.ts'

/**
 * An account takes the waitlist's entry with it, and then nothing that this browser keeps of that entry stays. What is somebody else's on
 * the same device does; a ticket whose address was never learned counts as theirs.
 */
export function forgetEntry(email: string): void {
  for (const key of [memberKey, draftsKey]) forget(key, email)
}

/** Answers that somebody has begun leave the browser when they sign out: the server has them, and nobody else can send them away. */
export const forgetAnswers = (email: string): void => forget(draftsKey, email)

function forget(key: string, email: string): void {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? 'null') as { email?: string | null } | null
    // the entry's address is kept as it was typed
    if (kept && normalizeEmail(kept.email ?? email) === normalizeEmail(email)) localStorage.removeItem(key)
  } catch {
    // what is blocked holds nothing, and what is none of ours holds nothing of them
  }
}
