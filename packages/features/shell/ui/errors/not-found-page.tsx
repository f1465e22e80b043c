import { m } from '@duo/platform/i18n/messages.ts'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

export function NotFoundPage(): ReactNode {
  return (
    <section className="notice">
      <title>{m.shell_not_found_page_title()}</title>
      <meta name="description" content={m.shell_not_found_text()} />
      <meta name="robots" content="noindex" />
      <p className="notice-code">404</p>
      <h1>{m.shell_not_found_title()}</h1>
      <p>{m.shell_not_found_text()}</p>
      <Link to="/">{m.shell_not_found_home()}</Link>
    </section>
  )
}
