import { useSession } from '#session/ui/session-provider.tsx'
import type { Viewer } from '#session/ui/session-store.ts'
import { useIsDocument } from './document.ts'

/** Classes for what this browser shows until its visitor joins the waitlist, and from then on (`data-member` on the root). */
export const beforeJoin = 'in-data-member:hidden!'
export const afterJoin = 'not-in-data-member:hidden!'

/** Class for what is shown to who was led here by a friend's invitation (`data-friend` on the root). */
export const byInvitation = 'not-in-data-friend:hidden!'

/** Classes for what is shown until the member is invited to the beta, and from then on (`data-beta` on the root). */
export const beforeInvitation = 'in-data-beta:hidden!'
export const afterInvitation = 'not-in-data-beta:hidden!'

interface ViewerParts {
  viewer: Viewer | null
  /** Class for content of anonymous visitors only, or of members only. Null if not rendered. */
  forAnonymous: string | null
  forMembers: string | null
}

/** A document is the same for everyone, so it holds both parts. CSS shows one, by `data-session` on the root. */
export function useViewer(): ViewerParts {
  const { viewer } = useSession()
  if (useIsDocument()) return { viewer: null, forAnonymous: 'in-data-session:hidden!', forMembers: 'not-in-data-session:hidden!' }
  return { viewer, forAnonymous: viewer ? null : '', forMembers: viewer ? '' : null }
}
