import { normalizeEmail } from '@duo/platform/shared/email.ts'
import { draftsKey, forgetPlace, memberKey } from '../../session/ui/member-storage.ts'

/** Removes the local waitlist data of the account's e-mail. A ticket without an e-mail counts as this user's. */
export function clearWaitlistEntry(email: string): void {
  for (const key of [memberKey, draftsKey]) removeIfOwnedBy(key, email)
  forgetPlace()
}

/** Removes survey drafts on sign-out; the server has them. */
export const clearSurveyDrafts = (email: string): void => removeIfOwnedBy(draftsKey, email)

function removeIfOwnedBy(key: string, email: string): void {
  try {
    const entry = JSON.parse(localStorage.getItem(key) ?? 'null') as { email?: string | null } | null
    if (entry && normalizeEmail(entry.email ?? email) === normalizeEmail(email)) localStorage.removeItem(key)
  } catch {
    // blocked storage, or another format
  }
}
