import { m } from '@duo/platform/i18n/messages.ts'

export interface NavItem {
  id: string
  label: () => string
  /** Without the language: the router adds it. */
  to:
    | '/'
    | '/pricing'
    | '/blog'
    | '/community'
    | '/auth'
    | '/account'
    | '/chat'
    | '/waitlist'
    | '/marketplace'
    | '/about'
    | '/help'
    | '/privacy'
    | '/terms'
    | '/studio'
  hash?: string
  search?: { mode: 'sign-in' } | { category: string }
}

const howItWorks: NavItem = { id: 'how', label: () => m.shell_nav_how(), to: '/', hash: 'how-it-works' }
const pricing: NavItem = { id: 'pricing', label: () => m.shell_nav_pricing(), to: '/pricing' }
const marketplace: NavItem = { id: 'marketplace', label: () => m.shell_nav_marketplace(), to: '/marketplace' }
const blog: NavItem = { id: 'blog', label: () => m.shell_nav_blog(), to: '/blog' }
const questions: NavItem = { id: 'questions', label: () => m.shell_nav_questions(), to: '/pricing', hash: 'questions-title' }
const contact: NavItem = { id: 'contact', label: () => m.shell_nav_contact(), to: '/privacy', hash: 'who' }
const community: NavItem = { id: 'community', label: () => m.shell_nav_community(), to: '/community' }

export const navItems: readonly NavItem[] = [
  { id: 'product', label: () => m.shell_nav_product(), to: '/', hash: 'product' },
  howItWorks,
  marketplace,
  pricing,
  blog,
  community,
]

/** Where an account makes an agent of its own. */
export const studioItem: NavItem = { id: 'studio', label: () => m.shell_nav_studio(), to: '/studio' }

/** Of a page where a member works. */
export const memberItems: readonly NavItem[] = [marketplace]

export const loginItem: NavItem = { id: 'login', label: () => m.shell_nav_login(), to: '/auth', search: { mode: 'sign-in' } }

export const joinItem: NavItem = { id: 'join', label: () => m.shell_nav_join(), to: '/', hash: 'email-collection' }

/** Where a visitor asks the people behind the site. `hasContact`: whether the operator has set an address (LEGAL_CONTACT). */
export const askItems = (hasContact: boolean): readonly NavItem[] => (hasContact ? [questions, contact] : [questions])

/** Instead of `joinItem` for who joined in this browser. */
export const placeItem: NavItem = { id: 'place', label: () => m.shell_nav_place(), to: '/waitlist' }

export const footerColumns: readonly { id: string; title: () => string; items: readonly NavItem[] }[] = [
  {
    id: 'product',
    title: () => m.shell_nav_product(),
    items: [
      { id: 'features', label: () => m.shell_nav_features(), to: '/', hash: 'product' },
      howItWorks,
      marketplace,
      pricing,
      studioItem,
    ],
  },
  {
    id: 'support',
    title: () => m.shell_footer_support(),
    items: [{ id: 'guides', label: () => m.shell_nav_guides(), to: '/blog', search: { category: 'guides' } }, questions, contact],
  },
  {
    id: 'company',
    title: () => m.shell_footer_company(),
    items: [
      { id: 'about', label: () => m.shell_nav_about(), to: '/about' },
      blog,
      community,
      { id: 'help', label: () => m.shell_nav_help(), to: '/help' },
    ],
  },
  {
    id: 'legal',
    title: () => m.shell_footer_legal(),
    items: [
      { id: 'privacy', label: () => m.shell_nav_privacy(), to: '/privacy' },
      { id: 'terms', label: () => m.shell_nav_terms(), to: '/terms' },
    ],
  },
]
