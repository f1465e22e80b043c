import { ListNotice } from '@duo/platform/browser/ui/feedback/list-notice.tsx'
import { buttonClasses } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { Link } from '@tanstack/react-router'
import type { IndexSearch } from '../../rules.ts'

/** Links to the page itself, so that it works without scripts. */
function RetryLink() {
  return (
    <Link to="." search={true} className={buttonClasses('primary')}>
      {m.blog_retry()}
    </Link>
  )
}

export function ListEmpty({ search: { q } }: { search: IndexSearch }) {
  return (
    <ListNotice
      level={3}
      title={q ? m.blog_empty_search_title({ words: q }) : m.blog_empty_title()}
      text={q ? m.blog_empty_search_text() : m.blog_empty_text()}
    >
      <Link to="/blog" hash="articles" className={buttonClasses('primary')}>
        {m.blog_empty_all()}
      </Link>
    </ListNotice>
  )
}

export function ListFailure() {
  return (
    <div role="alert">
      <ListNotice level={3} title={m.blog_failed_title()} text={m.blog_failed_text()}>
        <RetryLink />
      </ListNotice>
    </div>
  )
}
