import { m } from '@duo/platform/i18n/messages.ts'
import { afterInvitation, afterJoin, beforeInvitation } from '../pages/use-viewer.ts'
import { NavLink } from './nav-link.tsx'
import { placeItem } from './navigation.ts'

/** Leads to the member's page. membership/ui/join/place.ts fills in the place. */
export function PlaceLink({ className }: { className: string }) {
  return (
    <NavLink item={placeItem} className={`${className} ${afterJoin}`}>
      <span className={beforeInvitation}>{placeItem.label()}</span>
      <span className={afterInvitation}>{m.shell_nav_invitation()}</span>{' '}
      <span data-place className="figures font-[680] empty:hidden" />
    </NavLink>
  )
}
