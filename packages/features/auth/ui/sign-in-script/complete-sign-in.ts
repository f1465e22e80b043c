import { storeSessionEvent } from '#session/ui/session-events.ts'
import { documentClient } from '#shell/ui/api/document-client.ts'
import type { FirstStep } from '../../auth-endpoints.ts'

/** Opens the requested page. Returns false if the browser has kept no session. */
export async function completeSignIn({ target = '/' }: DOMStringMap): Promise<boolean> {
  // some browsers say that they take cookies and take none: the page would ask for the password again and again
  const session = await documentClient.auth.session.query().catch(() => undefined)
  if (session === null) return false
  storeSessionEvent('signed_in')
  // replaced, so that going back does not return to the filled form
  location.replace(target)
  return true
}

export async function continueSignIn(passed: FirstStep, page: DOMStringMap): Promise<boolean> {
  if (!passed.secondFactor) return completeSignIn(page)
  location.assign(page.secondStep ?? '')
  return true
}
