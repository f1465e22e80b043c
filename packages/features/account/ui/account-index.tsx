import { m } from '@duo/platform/i18n/messages.ts'

interface AccountIndexProps {
  hasProviders: boolean
  /** Null without a place on the waitlist. */
  place: string | null
}

/** Links to the page's sections. They are the browser's own links, so that the focus continues in the section. */
export function AccountIndex({ hasProviders, place }: AccountIndexProps) {
  const sections = [
    { id: 'profile', title: m.account_profile() },
    ...(place === null ? [] : [{ id: 'place', title: place }]),
    { id: 'plan', title: m.account_plan() },
    { id: 'email', title: m.account_email() },
    { id: 'password', title: m.account_password() },
    { id: 'second-factor', title: m.second_factor_title() },
    ...(hasProviders ? [{ id: 'providers', title: m.account_providers() }] : []),
    { id: 'sessions', title: m.account_sessions() },
    { id: 'api-keys', title: m.account_api_title() },
    { id: 'activity', title: m.account_activity() },
    { id: 'data', title: m.account_data() },
  ]
  return (
    <nav aria-label={m.account_index()} className="border-t border-line py-2 print:hidden">
      <ul className="grid grid-cols-2 gap-x-6 sm:flex sm:flex-wrap">
        {sections.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`} className="text-link inline-flex min-h-touch items-center text-sm font-semibold">
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
