import { m } from '@duo/platform/i18n/messages.ts'
import { useRouter } from '@tanstack/react-router'
import { refreshSession } from '../../../session/ui/session-sync.ts'
import { notMe } from '../auth-client.ts'
import { errorText } from '../error-messages.ts'
import { LinkAction } from './link-action.tsx'

export function Page() {
  const router = useRouter()
  return (
    <LinkAction
      pageTitle={m.auth_page_not_me()}
      title={m.auth_not_me_title()}
      text={m.auth_not_me_text()}
      submit={m.auth_not_me_submit()}
      failed={m.auth_not_me_failed()}
      stale={m.auth_not_me_stale()}
      act={async (token) => {
        const { refusal, data } = await notMe(token)
        if (refusal) return refusal.code === 'INVALID_TOKEN' ? null : errorText(refusal)
        await refreshSession(router)
        const text = data.mailed === 'here' ? m.auth_not_me_done_here() : m.auth_not_me_done_elsewhere()
        return { title: m.auth_not_me_done_title(), text }
      }}
    />
  )
}
