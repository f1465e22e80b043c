import { normalizeEmail } from '@duo/platform/shared/email.ts'
import { z } from 'zod'

/**
 * One rule for addresses in the whole product. better-auth checks them by zod's `z.email()`, which refuses legal ones (`r&d@…`, hosts
 * such as `.рф`) and has no setting: who joined or changed to such an address could not sign in.
 */
export function applyEmailRule(): void {
  z.regexes.email.test = (text) => normalizeEmail(text) === text
}
