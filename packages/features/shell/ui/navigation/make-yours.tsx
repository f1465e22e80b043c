import { usePageContext } from '../pages/page-context.ts'
import { NavLink } from './nav-link.tsx'
import { studioItem } from './navigation.ts'

/** Leads to the studio, where it is open to every account. */
export function MakeYours({ className = '' }: { className?: string }) {
  const { studio } = usePageContext()
  if (studio !== 'on') return null
  return <NavLink item={studioItem} className={`text-link inline-flex min-h-touch items-center font-semibold ${className}`} />
}
