import { m } from '@duo/platform/i18n/messages.ts'
import { useRouter } from '@tanstack/react-router'
import { emitSessionEvent } from '#session/ui/session-events.ts'
import { usePageContext } from '#shell/ui/pages/page-context.ts'
import { resetClientState } from '../auth-client.ts'
import { clearSurveyDrafts } from '../clear-local-data.ts'
import { askToSignOut, signOutOrShow } from './sign-out-question.ts'

export const signOutTexts = () => ({
  signOut: m.auth_sign_out(),
  cancel: m.auth_sign_out_cancel(),
  unsent: m.auth_sign_out_unsent(),
  failed: m.auth_sign_out_failed(),
})

/** Signs out, after a question if unsent text would be deleted. With `next`, the text stays, so there is no question. */
export function useSignOut(next?: string) {
  const endSession = useEndSession(next)
  return async () => {
    if (next || (await askToSignOut(signOutTexts()))) await endSession()
  }
}

/** Signs out without a question, and opens the sign-in page (spec, section 4), which returns the same user to `next`. */
export function useEndSession(next?: string) {
  const router = useRouter()
  const { auth } = usePageContext()
  return async () => {
    if (next) await resetClientState()
    else if (!(await signOutOrShow(signOutTexts()))) return
    const { viewer } = auth.get()
    if (viewer && !next) clearSurveyDrafts(viewer.email)
    emitSessionEvent(auth, 'signed_out', null)
    await router.navigate({ to: '/auth', search: { mode: 'sign-in', next } })
  }
}
