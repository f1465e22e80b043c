import { useLinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { NavItem } from './navigation.ts'

interface NavLinkProps {
  item: NavItem
  className?: string
  onClick?: () => void
  /** The item's label, where nothing else is said. */
  children?: ReactNode
}

/** A link to a place of the site. It says when it is the page one is on; an anchor is a part of a page and never says so. */
export function NavLink({ item, children, className, onClick }: NavLinkProps) {
  // an address that is already in the address line is no navigation, but whoever asks again wants to be taken there again
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
