import { buttonClasses } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { Link } from '@tanstack/react-router'
import { usePageContext } from '../../../shell/ui/pages/page-context.ts'

/** Where an invited person with an account begins: the studio, where it is open. */
export function BetaStart() {
  const { studio = 'off' } = usePageContext()
  return (
    <>
      {studio !== 'off' && (
        <Link to="/studio" className={buttonClasses('primary')}>
          {m.shell_nav_studio()}
        </Link>
      )}
      <Link to="/marketplace" className={buttonClasses(studio === 'off' ? 'primary' : 'quiet')}>
        {m.waitlist_status_invited_go()}
      </Link>
    </>
  )
}
