import { useLocalDate } from '@duo/platform/browser/local-date.tsx'
import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { deviceName } from '#auth/ui/device-name.ts'
import { SettingsSection } from '#auth/ui/settings-section.tsx'
import { askToSignOut } from '#auth/ui/sign-out/sign-out-question.ts'
import { signOutTexts, useEndSession } from '#auth/ui/sign-out/use-sign-out.ts'
import { failureCode } from '#auth/ui/trpc-errors.ts'
import { withEndedKeys } from '#second-factor/ui/factors/factor-section.tsx'
import { ActionMessage, successResult, useAccountAction } from '#second-factor/ui/fresh-factor/use-account-action.tsx'
import type { SessionEntry } from '../../schema.ts'

export function AccountSessions({ sessions, keyCount }: { sessions: readonly SessionEntry[]; keyCount: number }) {
  const { busy, result, run, api, router } = useAccountAction()
  const signOutHere = useEndSession()
  const endSession = ({ id, userAgent }: SessionEntry) =>
    run(async () => {
      try {
        await (await api()).auth.revokeSession.mutate({ id })
      } catch (error) {
        if (failureCode(error) !== 'not_found') throw error
      }
      await router.invalidate()
      document.getElementById('session-list')?.focus()
      return successResult(m.account_session_ended({ device: deviceName(userAgent) }))
    })
  const endOthers = async () => (await api()).auth.revokeOtherSessions.mutate()
  const endAll = async () => {
    // before anything ends, and once: the work is repeated after a second factor
    if (busy || !(await askToSignOut(signOutTexts()))) return
    await run(async () => {
      await endOthers()
      await signOutHere()
      return null
    })
  }
  const hasOthers = sessions.some(({ current }) => !current)
  return (
    <SettingsSection id="sessions" title={m.account_sessions()} text={m.account_sessions_text()}>
      <ul id="session-list" tabIndex={-1} className="max-w-xl">
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} busy={busy} onEnd={() => endSession(session)} />
        ))}
      </ul>
      {keyCount > 0 && <p className="mt-4 max-w-xl text-sm">{m.account_sessions_keys({ count: keyCount })}</p>}
      <div className="mt-4 flex flex-wrap gap-3">
        {hasOthers && (
          <Button
            variant="quiet"
            aria-disabled={busy || undefined}
            onClick={() =>
              run(async () => {
                const { endedKeys } = await endOthers()
                await router.invalidate()
                return successResult(withEndedKeys(m.account_sessions_others_done(), endedKeys))
              })
            }
          >
            {m.account_sessions_others()}
          </Button>
        )}
        <Button variant="quiet" aria-disabled={busy || undefined} onClick={endAll}>
          {m.account_sessions_everywhere()}
        </Button>
      </div>
      <ActionMessage result={result} />
    </SettingsSection>
  )
}

function SessionRow({ session, busy, onEnd }: { session: SessionEntry; busy: boolean; onEnd: () => void }) {
  const device = deviceName(session.userAgent)
  const formatDay = useLocalDate()
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-4 first:border-0 first:pt-0">
      <p className="min-w-0 flex-1">
        <span className="block font-semibold">{device}</span>
        <span className="text-sm text-muted">
          {session.current ? m.account_session_here() : m.account_session_used({ date: formatDay(session.lastUsedAt) })}
        </span>
      </p>
      {session.current ? (
        <span aria-hidden="true" className="size-3 rounded-full bg-success" />
      ) : (
        <Button
          variant="quiet"
          aria-disabled={busy || undefined}
          aria-label={m.account_session_end_label({ device })}
          onClick={onEnd}
        >
          {m.account_session_end()}
        </Button>
      )}
    </li>
  )
}
