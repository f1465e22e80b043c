import { buttonClasses } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { Link } from '@tanstack/react-router'
import { LinkAction } from '#auth/ui/mail-links/link-action.tsx'
import { usePageContext } from '#shell/ui/pages/page-context.ts'

export function Page() {
  const { api } = usePageContext()
  return (
    <LinkAction
      pageTitle={m.auth_page_cancel()}
      title={m.auth_cancel_title()}
      text={m.auth_cancel_text()}
      submit={m.auth_cancel_submit()}
      failed={m.auth_cancel_failed()}
      stale={m.auth_cancel_stale()}
      act={async (token) => {
        const { error } = await (await api()).auth.cancelEmailChange.mutate({ token })
        return error === null ? { title: m.auth_cancel_done_title(), text: m.auth_cancel_done_text() } : null
      }}
    >
      <Link to="/auth/recover" className={`${buttonClasses('primary', 'lg')} w-full`}>
        {m.auth_cancel_password()}
      </Link>
    </LinkAction>
  )
}
