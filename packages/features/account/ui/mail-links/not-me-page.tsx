import { m } from '@duo/platform/i18n/messages.ts'
import { useRouter } from '@tanstack/react-router'
import { LinkAction } from '#auth/ui/mail-links/link-action.tsx'
import { refreshSession } from '#session/ui/session-sync.ts'
import { usePageContext } from '#shell/ui/pages/page-context.ts'

export function Page() {
  const router = useRouter()
  const { api } = usePageContext()
  return (
    <LinkAction
      pageTitle={m.account_page_not_me()}
      title={m.account_not_me_title()}
      text={m.account_not_me_text()}
      submit={m.account_not_me_submit()}
      failed={m.account_not_me_failed()}
      stale={m.account_not_me_stale()}
      act={async (token) => {
        const answer = await (await api()).auth.dispute.mutate({ token })
        if (answer.error !== null) return null
        await refreshSession(router)
        const text = answer.mailed === 'here' ? m.account_not_me_done_here() : m.account_not_me_done_elsewhere()
        return { title: m.account_not_me_done_title(), text }
      }}
    />
  )
}
