/** Replaces the page in the tab's history, so that the back button does not return to it. Without scripts, a plain link. */
export function startLeaveLinks(signal: AbortSignal): void {
  document.addEventListener(
    'click',
    (event) => {
      const link = (event.target as Element).closest<HTMLAnchorElement>('a[data-leave]')
      if (!link) return
      event.preventDefault()
      location.replace(link.href)
    },
    { signal },
  )
}
