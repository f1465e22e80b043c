import { setDocumentLocale } from '@duo/platform/i18n/browser.ts'
import { createRoot } from 'react-dom/client'
import { browserApi } from '#shell/ui/api/browser-api.ts'
import { IslandContext } from '#shell/ui/pages/page-context.ts'
import type { JoinOutcome } from '#waitlist/ui/join/join-states.ts'
import { JoinFlow, type JoinFlowProps } from './join-flow.tsx'

export interface JoinIsland {
  show: (outcome: JoinOutcome & { isAnnounced?: boolean; isResumed?: boolean }) => void
}

/** Renders the surveys and toasts after a join into a React root of its own, beside the form. */
export function createJoinIsland(box: HTMLElement, onQualified: () => void, signal: AbortSignal): JoinIsland {
  setDocumentLocale()
  const root = createRoot(box.appendChild(document.createElement('div')))
  signal.addEventListener('abort', () => root.unmount())
  const context: IslandContext = { api: browserApi, origin: location.origin }
  const render = (outcome: JoinFlowProps['outcome'], open: boolean) =>
    root.render(
      <IslandContext value={context}>
        <JoinFlow
          outcome={outcome}
          open={open}
          onQualified={onQualified}
          onClose={() => render(outcome, false)}
          returnFocusTo={{ current: box }}
        />
      </IslandContext>,
    )
  render(null, false)
  return { show: ({ isAnnounced = true, ...outcome }) => render({ ...outcome, isAnnounced }, true) }
}
