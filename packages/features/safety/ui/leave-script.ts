import { closestTo } from '@duo/platform/browser/input/closest.ts'
import { forgetTalk } from '../../session/ui/talk-storage.ts'

/** Replaces the page in the tab's history, so that the back button does not return to it, and forgets what was asked in the tab. Without scripts, a plain link. */
export function startLeaveLinks(signal: AbortSignal): void {
  document.addEventListener(
    'click',
    (event) => {
      const link = closestTo<HTMLAnchorElement>(event.target, 'a[data-leave]')
      if (!link) return
      event.preventDefault()
      forgetTalk()
      location.replace(link.href)
    },
    { signal },
  )
}
