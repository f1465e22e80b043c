import { normalizeEmail } from '@duo/platform/shared/email.ts'
import { useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { invitedAddress } from '#shell/invited-sign-up.ts'

/** The address of the invitation that led here. Null until hydration, because the server does not know the fragment. */
export function useInvitedAddress(onFound: (email: string) => void): string | null {
  const hash = useRouterState({ select: ({ location }) => location.hash })
  const [invited, setInvited] = useState<string | null>(null)
  useEffect(() => {
    const email = normalizeEmail(invitedAddress(hash) ?? '')
    if (email === null) return
    setInvited(email)
    onFound(email)
  }, [hash, onFound])
  return invited
}

/**
 * What an address field contains before anything is typed. It must not follow what is typed: the browser would take the field for
 * unchanged, and going back to the page would find it empty.
 */
export function useFirstAddress({ email, invited }: { email: string; invited: string | null }): string | undefined {
  const [first] = useState(email)
  return first || invited || undefined
}
