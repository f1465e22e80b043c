import { formatOrdinal } from '@duo/platform/i18n/format.ts'
import { getLocale } from '@duo/platform/i18n/locale.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { useRouterState } from '@tanstack/react-router'
import { clearDrafts } from '../../session/ui/member-storage.ts'
import { useSession } from '../../session/ui/session-provider.tsx'
import { usePageContext } from '../../shell/ui/pages/page-context.ts'
import type { DownloadResult as SurveyDownload } from '../../survey/schema.ts'
import type { DownloadResult } from '../../waitlist/schema.ts'
import { RequestLink, requestTexts } from '../../waitlist/ui/mail-link/request-link.tsx'
import { EntryDeleted } from '../../waitlist/ui/status/entry-deleted.tsx'
import { LoadError } from '../../waitlist/ui/status/load-error.tsx'
import { MemberHead } from '../../waitlist/ui/status/member-head.tsx'
import { StatusSkeleton } from '../../waitlist/ui/status/status-skeleton.tsx'
import { StatusView } from '../../waitlist/ui/status/status-view.tsx'
import { UnverifiedStatus } from '../../waitlist/ui/status/unverified-status.tsx'
import { type MemberStatus, useMemberStatus } from '../../waitlist/ui/status/use-member-status.ts'
import { PendingSurveys } from './pending-surveys.tsx'

/** Rendered in the browser: the ticket is in the fragment or in storage, so the server does not know the member. */
export function Page() {
  const { state, ...member } = useMemberStatus()
  return (
    <>
      <MemberHead title={m.waitlist_status_page_title()} />
      <p role="status" className="sr-only">
        {announcement(state)}
      </p>
      <Content state={state} {...member} />
    </>
  )
}

function Content({
  state,
  retry,
  refresh,
  recheck,
  open,
  markErased,
  handleExpired,
  forget,
}: ReturnType<typeof useMemberStatus>) {
  const { api } = usePageContext()
  const { viewer } = useSession()
  const justConfirmed = useRouterState({ select: ({ location }) => location.state.justConfirmed === true })
  const forgetAll = () => {
    clearDrafts()
    forget()
  }
  // the session of the same person would bring the entry back
  const isOfSession = state.kind === 'loaded' && (state.isOwn || state.status.email === viewer?.email)
  const forgetHere = isOfSession ? undefined : forgetAll
  switch (state.kind) {
    case 'loading':
      return <StatusSkeleton />
    case 'no_ticket':
    case 'invalid_ticket':
      return <RequestLink reason={state.kind} onTicket={open} />
    case 'failed':
      return <LoadError message={justConfirmed ? m.waitlist_confirm_done() : undefined} onRetry={retry} />
    case 'erased':
      return <EntryDeleted />
    case 'loaded':
      if (!('history' in state.status))
        return (
          <UnverifiedStatus
            status={state.status}
            surveys={<PendingSurveys ticket={state.ticket} status={state.status} />}
            onForget={forgetHere}
          />
        )
      return (
        <StatusView
          ticket={state.ticket}
          status={state.status}
          justConfirmed={justConfirmed}
          surveys={<PendingSurveys ticket={state.ticket} status={state.status} isWhole />}
          parts={{ survey: async (ticket) => entryOf(await (await api()).survey.download.mutate({ ticket })) }}
          onChanged={refresh}
          onMailOutcome={recheck}
          onErased={() => {
            clearDrafts()
            markErased()
          }}
          onExpired={handleExpired}
          onForget={forgetHere}
          // the session provides a new ticket
          onSignedOut={state.isOwn ? retry : forgetAll}
        />
      )
  }
}

const entryOf = (answer: SurveyDownload): DownloadResult =>
  answer.error === null ? { error: null, entry: { ...answer.answers } } : answer

function announcement(state: MemberStatus) {
  switch (state.kind) {
    case 'loading':
      return m.waitlist_status_loading()
    case 'no_ticket':
    case 'invalid_ticket':
      return requestTexts[state.kind].title()
    case 'failed':
      return m.waitlist_status_failed_title()
    case 'erased':
      return m.waitlist_status_erased_title()
    case 'loaded':
      if (state.status.invitedAt !== null) return m.waitlist_status_invited()
      return m.waitlist_joined_position({ position: formatOrdinal(state.status.position, getLocale()) })
  }
}
