import { Spinner } from '@duo/platform/browser/ui/feedback/spinner.tsx'
import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { formatDate } from '@duo/platform/i18n/format.ts'
import { getLocale } from '@duo/platform/i18n/locale.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { localizePath } from '@duo/platform/shared/locale.ts'
import { useRouter } from '@tanstack/react-router'
import { isSignedOut } from '#auth/ui/trpc-errors.ts'
import { refreshSession } from '#session/ui/session-sync.ts'
import { usePageContext } from '#shell/ui/pages/page-context.ts'
import { LinkField } from '#shell/ui/sharing/link-field.tsx'
import { sharedPath } from '../../rules.ts'
import { trpc } from '../trpc.ts'

export function ShareLink({ conversationId: id }: { conversationId: string }) {
  const { origin } = usePageContext()
  const router = useRouter()
  const { chat } = trpc.useUtils()
  const state = trpc.chat.shareState.useQuery({ id }, { staleTime: 0, gcTime: 0, refetchOnWindowFocus: true })
  const failed = { onError: (error: unknown) => (isSignedOut(error) ? refreshSession(router) : undefined) }
  const setSharedAt = (sharedAt: string | null) => chat.shareState.setData({ id }, { sharedAt })
  const make = trpc.chat.share.useMutation({
    ...failed,
    onSuccess: (answer) => answer.error === null && setSharedAt(answer.sharedAt),
  })
  const end = trpc.chat.unshare.useMutation({
    ...failed,
    onSuccess: () => {
      make.reset()
      setSharedAt(null)
    },
  })
  const sharedAt = state.data?.sharedAt ?? null
  const newToken = make.data?.error === null && make.data.sharedAt === sharedAt ? make.data.token : null
  const busy = make.isPending || end.isPending
  const remake = async () => {
    end.reset()
    // a link that another tab has made must not end without a word
    if (!sharedAt && (await state.refetch()).data?.sharedAt) return
    make.mutate({ id })
  }
  return (
    <section aria-labelledby="share-link" className="mt-8 border-t border-line pt-6">
      <h3 id="share-link" className="text-lg font-semibold">
        {m.chat_share_link_title()}
      </h3>
      <p className="mt-1 text-muted">{m.chat_share_link_text()}</p>
      {state.isPending && (
        <p role="status" className="mt-3 flex items-center gap-2 text-sm">
          <Spinner /> {m.chat_share_loading()}
        </p>
      )}
      <p role="status" className="font-semibold not-empty:mt-3">
        {sharedAt && <span>{m.chat_share_since({ date: formatDate(sharedAt, getLocale()) })}</span>}
        {end.isSuccess && !sharedAt && <span>{m.chat_share_ended()}</span>}
      </p>
      {newToken && (
        <div className="mt-3">
          <LinkField label={m.chat_share_link_label()} link={origin + localizePath(sharedPath(newToken), getLocale())} />
          <p className="mt-1 text-sm text-muted">{m.chat_share_once()}</p>
        </div>
      )}
      {sharedAt && !newToken && <p className="mt-1 text-sm text-muted">{m.chat_share_again_text()}</p>}
      {state.isSuccess && (
        <div className="mt-3 flex flex-wrap gap-2">
          <Button variant={sharedAt ? 'quiet' : 'primary'} busy={make.isPending} disabled={busy} onClick={remake}>
            {sharedAt ? m.chat_share_again() : m.chat_share_make()}
          </Button>
          {sharedAt && (
            <Button variant="quiet" busy={end.isPending} disabled={busy} onClick={() => end.mutate({ id })}>
              {m.chat_share_end()}
            </Button>
          )}
        </div>
      )}
      <p role="alert" className="font-semibold text-danger not-empty:mt-2">
        {make.data?.error === 'nothing_to_share' && <span>{m.chat_share_nothing()}</span>}
        {(make.isError || end.isError || state.isError) && <span>{m.chat_share_failed()}</span>}
      </p>
    </section>
  )
}
