import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import type { SessionEntry } from '../../schema.ts'
import { deviceName } from '../activity/device-name.ts'
import { failureCode } from '../trpc-errors.ts'
import { useLocalDay } from '../use-local-date.ts'
import { useSignOut } from '../use-sign-out.ts'
import { AccountPart } from './settings-section.tsx'
import { done, Outcome, useAction } from './use-account-action.tsx'

/** Every place somebody is signed in at, and how to end it there. */
export function AccountSessions({ sessions }: { sessions: readonly SessionEntry[] }) {
  const { busy, said, run, api, router } = useAction()
  const signOut = useSignOut()
  const end = ({ id, userAgent }: SessionEntry) =>
    run(async () => {
      try {
        await (await api()).auth.revokeSession.mutate({ id })
      } catch (error) {
        // it had ended already, which is what was wanted
        if (failureCode(error) !== 'not_found') throw error
      }
      await router.invalidate()
      // its button is gone; the next Tab goes on from the list
      document.getElementById('session-list')?.focus()
      return done(m.auth_account_session_ended({ device: deviceName(userAgent) }))
    })
  const endOthers = async () => (await api()).auth.revokeOtherSessions.mutate()
  const others = sessions.some(({ current }) => !current)
  return (
    <AccountPart id="sessions" title={m.auth_account_sessions()} text={m.auth_account_sessions_text()}>
      <ul id="session-list" tabIndex={-1} className="max-w-xl">
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} busy={busy} onEnd={() => end(session)} />
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap gap-3">
        {others && (
          <Button
            variant="quiet"
            aria-disabled={busy || undefined}
            onClick={() =>
              run(async () => {
                await endOthers()
                await router.invalidate()
                return done(m.auth_account_sessions_others_done())
              })
            }
          >
            {m.auth_account_sessions_others()}
          </Button>
        )}
        <Button
          variant="quiet"
          aria-disabled={busy || undefined}
          onClick={() =>
            run(async () => {
              await endOthers()
              await signOut()
              return null
            })
          }
        >
          {m.auth_account_sessions_everywhere()}
        </Button>
      </div>
      <Outcome said={said} />
    </AccountPart>
  )
}

function SessionRow({ session, busy, onEnd }: { session: SessionEntry; busy: boolean; onEnd: () => void }) {
  const device = deviceName(session.userAgent)
  const dayOf = useLocalDay()
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-4 first:border-0 first:pt-0">
      <p className="min-w-0 flex-1">
        <span className="block font-semibold">{device}</span>
        <span className="text-sm text-muted">
          {session.current ? m.auth_account_session_here() : m.auth_account_session_used({ date: dayOf(session.lastUsedAt) })}
        </span>
      </p>
      {session.current ? (
        <span aria-hidden="true" className="size-3 rounded-full bg-success" />
      ) : (
        <Button
          variant="quiet"
          aria-disabled={busy || undefined}
          aria-label={m.auth_account_session_end_label({ device })}
          onClick={onEnd}
        >
          {m.auth_account_session_end()}
        </Button>
      )}
    </li>
  )
}
