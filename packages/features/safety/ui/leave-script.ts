import { closestTo } from '@duo/platform/browser/input/closest.ts'
/** Replaces the page in the tab's history, so that the back button does not return to it. Without scripts, a plain link. */
export function startLeaveLinks(signal: AbortSignal): void {
  document.addEventListener(
    'click',
    (event) => {
      const link = closestTo<HTMLAnchorElement>(event.target, 'a[data-leave]')
      if (!link) return
      event.preventDefault()
      location.replace(link.href)
    },
    { signal },
  )
}
