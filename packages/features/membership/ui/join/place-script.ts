import { loadMember, markMember, memberKey } from '#session/ui/member-storage.ts'

/** Shows the place of the member that this browser remembers, in the header and instead of the join form. */
export function startPlace(signal: AbortSignal): void {
  const follow = () => {
    const member = loadMember()
    markMember(member !== null)
    if (member) import('./place.ts').then(({ loadPlace }) => loadPlace(member, signal)).catch(console.error)
  }
  follow()
  // joined or forgotten in another tab, or on the page that Back leaves
  window.addEventListener('storage', ({ key }) => key === memberKey && follow(), { signal })
  window.addEventListener('pageshow', ({ persisted }) => persisted && follow(), { signal })
}
