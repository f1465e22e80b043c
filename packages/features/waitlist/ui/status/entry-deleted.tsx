import { buttonClasses } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { Link } from '@tanstack/react-router'
import { NoticePage } from './notice-page.tsx'

export function EntryDeleted() {
  return (
    <NoticePage title={m.waitlist_status_erased_title()} text={m.waitlist_status_erased_text()}>
      <Link to="/" className={`${buttonClasses('bright', 'lg')} w-full sm:w-auto`}>
        {m.waitlist_status_erased_home()}
      </Link>
    </NoticePage>
  )
}
