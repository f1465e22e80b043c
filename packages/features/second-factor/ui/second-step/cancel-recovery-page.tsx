import { m } from '@duo/platform/i18n/messages.ts'
import { LinkAction } from '#auth/ui/mail-links/link-action.tsx'
import { usePageContext } from '#shell/ui/pages/page-context.ts'

export function Page() {
  const { api } = usePageContext()
  return (
    <LinkAction
      pageTitle={m.second_factor_page_cancel_recovery()}
      title={m.second_factor_link_title()}
      text={m.second_factor_link_text()}
      submit={m.second_factor_running_cancel()}
      failed={m.second_factor_link_failed()}
      stale={m.second_factor_link_stale()}
      act={async (token) => {
        const { error } = await (await api()).auth.cancelFactorRecoveryByLink.mutate({ token })
        return error === null ? { title: m.second_factor_link_done_title(), text: m.second_factor_link_done_text() } : null
      }}
      offersPassword
    />
  )
}
