import { m } from '@duo/platform/i18n/messages.ts'
import { useRouter } from '@tanstack/react-router'
import { emitSessionEvent } from '../../session/ui/session-events.ts'
import { usePageContext } from '../../shell/ui/pages/page-context.ts'
import { hasUnsentText, resetClientState, signOut } from './auth-client.ts'
import { clearSurveyDrafts } from './clear-local-data.ts'

/**
 * Signs out and opens the sign-in page (spec, section 4), which returns the same user to `next`. Says so if the server does not answer:
 * who leaves a shared computer must not believe that the session has ended.
 */
export function useSignOut(next?: string) {
  const router = useRouter()
  const { auth } = usePageContext()
  return async () => {
    if (!next && hasUnsentText() && !window.confirm(m.auth_sign_out_unsent())) return
    if (next) await resetClientState()
    else if (!(await signOut())) return window.alert(m.auth_sign_out_failed())
    const { viewer } = auth.get()
    if (viewer && !next) clearSurveyDrafts(viewer.email)
    emitSessionEvent(auth, 'signed_out', null)
    await router.navigate({ to: '/auth', search: { mode: 'sign-in', next } })
  }
}
