import { ListNotice } from '@duo/platform/browser/ui/feedback/list-notice.tsx'
import { buttonClasses } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { Link } from '@tanstack/react-router'

/** Shown if there are no agents at all (spec, section 2). */
export function NoAgents() {
  return <ListNotice level={2} title={m.marketplace_empty_title()} text={m.marketplace_empty_text()} />
}

export function NoMatches() {
  return (
    <ListNotice level={3} title={m.marketplace_none_title()} text={m.marketplace_none_text()}>
      <Link to="/marketplace" hash="agents" className={buttonClasses('primary')}>
        {m.marketplace_none_all()}
      </Link>
    </ListNotice>
  )
}

export function AgentsFailure() {
  return (
    <ListNotice level={2} title={m.marketplace_failed_title()} text={m.marketplace_failed_text()}>
      <Link to="/marketplace" className={buttonClasses('primary')}>
        {m.marketplace_retry()}
      </Link>
    </ListNotice>
  )
}

export const gridClasses =
  'grid gap-x-8 gap-y-7 sm:grid-cols-2 sm:gap-y-16 lg:grid-cols-3 lg:[&>*:nth-child(3n+2)]:mt-16 lg:[&>*:nth-child(3n+2)]:-mb-16'
