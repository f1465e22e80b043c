import { m } from '@duo/platform/i18n/messages.ts'

/** A place the header, drawer or footer leads to. Only what exists is listed; a later page adds its line here. */
export interface NavItem {
  id: string
  /** A function, because the language is known only when it is shown. */
  label: () => string
  /** The path as routes write it, without a language: the router adds that. */
  to: '/'
  /** An anchor on that page. */
  hash?: string
}

/** The one thing the site asks for; the header shows it as a button. */
export const joinItem: NavItem = { id: 'join', label: () => m.shell_nav_join(), to: '/', hash: 'email-collection' }

/** The header's and the drawer's list, beside the join button. */
export const navItems: readonly NavItem[] = []

/** The footer's columns. */
export const footerColumns: readonly { id: string; title?: () => string; items: readonly NavItem[] }[] = [
  { id: 'product', items: [joinItem] },
]
