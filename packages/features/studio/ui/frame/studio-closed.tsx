import { buttonClasses } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { Link } from '@tanstack/react-router'
import { NoindexHead } from '../../../shell/ui/pages/noindex-head.tsx'

/** For an account to which the studio is not open yet. */
export function StudioClosed() {
  return (
    <section className="notice">
      <NoindexHead title={m.studio_head_title()} description={m.studio_head_text()} />
      <h1>{m.studio_closed_title()}</h1>
      <p className="max-w-[52ch] text-lg">{m.studio_closed_text()}</p>
      <Link to="/waitlist" className={`${buttonClasses('primary', 'lg')} no-underline!`}>
        {m.studio_closed_place()}
      </Link>
    </section>
  )
}
