import { useRouter } from '@tanstack/react-router'
import { tell } from '../shell/auth-events.ts'
import { signOut } from './auth-client.ts'

/** Ends the session here and leads to the sign-in page (spec, section 4), and from there to `next` if there is one. */
export function useSignOut(next?: string) {
  const router = useRouter()
  return async () => {
    await signOut()
    tell(router.options.context.auth, 'signed_out', null)
    await router.navigate({ to: '/auth', search: { mode: 'sign-in', next } })
  }
}
