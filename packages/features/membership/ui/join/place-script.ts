import { loadMember, markMember, memberKey } from '#session/ui/member-storage.ts'
import { hasSessionHint } from '#shell/ui/script/session-hint.ts'

/** How long a place that was shown counts as today's, ms. */
const freshMs = 60_000

/** Shows the place of the member that this browser remembers or that is signed in, in the header and instead of the join form. */
export function startPlace(signal: AbortSignal): void {
  let followedAt = 0
  const follow = () => {
    followedAt = Date.now()
    const member = loadMember()
    markMember(member !== null)
    if (!member && !hasSessionHint()) return
    import('./place.ts')
      .then((place) => (member ? place.loadPlace(member, signal) : place.loadOwnPlace(signal)))
      .catch(console.error)
  }
  follow()
  // a page that stayed open may be from before the invitation
  const onReturn = () => document.visibilityState === 'visible' && Date.now() - followedAt > freshMs && follow()
  document.addEventListener('visibilitychange', onReturn, { signal })
  // joined, confirmed or forgotten in another tab, or on the page that Back leaves
  window.addEventListener('storage', ({ key }) => key === memberKey && follow(), { signal })
  window.addEventListener('pageshow', ({ persisted }) => persisted && follow(), { signal })
}
