import { useLinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { NavItem } from './navigation.ts'

interface NavLinkProps {
  item: NavItem
  className?: string
  children?: ReactNode
}

/** Sets `aria-current` on the current page, but never for an anchor. */
export function NavLink({ item, children, className }: NavLinkProps) {
  const props = useLinkProps({
    to: item.to,
    search: item.search,
    hash: item.hash,
    activeOptions: { exact: true },
    className,
  })
  return (
    <a {...props} aria-current={item.hash ? undefined : props['aria-current']}>
      {children ?? item.label()}
    </a>
  )
}
