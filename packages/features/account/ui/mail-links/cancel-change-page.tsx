import { m } from '@duo/platform/i18n/messages.ts'
import { LinkAction } from '#auth/ui/mail-links/link-action.tsx'
import { usePageContext } from '#shell/ui/pages/page-context.ts'

export function Page() {
  const { api } = usePageContext()
  return (
    <LinkAction
      pageTitle={m.account_page_cancel()}
      title={m.account_cancel_title()}
      text={m.account_cancel_text()}
      submit={m.account_cancel_submit()}
      failed={m.account_cancel_failed()}
      stale={m.account_cancel_stale()}
      act={async (token) => {
        const { error } = await (await api()).auth.cancelEmailChange.mutate({ token })
        return error === null ? { title: m.account_cancel_done_title(), text: m.account_cancel_done_text() } : null
      }}
      offersPassword
    />
  )
}
