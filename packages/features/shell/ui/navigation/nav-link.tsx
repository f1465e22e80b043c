import { useLinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { NavItem } from './navigation.ts'

interface NavLinkProps {
  item: NavItem
  className?: string
  onClick?: () => void
  children?: ReactNode
}

/** Sets `aria-current` on the current page, but never for an anchor. */
export function NavLink({ item, children, className, onClick }: NavLinkProps) {
  // the router ignores a link to the current URL, but the user expects to be scrolled to the anchor again
  const click = () => {
    onClick?.()
    if (item.hash) document.getElementById(item.hash)?.scrollIntoView()
  }
  const props = useLinkProps({
    to: item.to,
    search: item.search,
    hash: item.hash,
    activeOptions: { exact: true },
    className,
    onClick: click,
  })
  return (
    <a {...props} aria-current={item.hash ? undefined : props['aria-current']}>
      {children ?? item.label()}
    </a>
  )
}
