import type { AppContext } from '@duo/platform/server/trpc.ts'
import { listEvents } from '#auth/server/events/event-queries.ts'
import { type AccountContext, recordUserEvent } from '#auth/server/sessions/account-context.ts'
import { listDevices } from '#auth/server/sessions/device-queries.ts'
import { toUserDto } from '#auth/server/sessions/sessions.ts'
import { requireFreshFactor } from '#second-factor/server/fresh-factor/fresh-factor.ts'
import { listApiKeys } from '../api-keys/api-keys.ts'
import { listSessions } from '../devices/account-sessions.ts'
import { getAccount, requireUserRow } from '../settings/account.ts'

/** More than an account causes in 180 days, because events that others can cause are aggregated hourly. */
const maxExportedEvents = 100_000

export async function exportUserData(
  context: AccountContext & Pick<AppContext, 'publicUrl' | 'accountHooks'>,
): Promise<Record<string, unknown>> {
  await requireFreshFactor(context.db, context.user)
  const row = await requireUserRow(context.db, context.user)
  await recordUserEvent(context.db, context, 'downloaded')
  const { pendingEmail, providers, hasPassword, secondFactors } = await getAccount(context)
  const events = await listEvents(context.db, context.user.id, maxExportedEvents)
  const exports = Object.entries(context.accountHooks.exporters).map(
    async ([name, exportData]) => [name, await exportData(context, context.user.id)] as const,
  )
  return {
    exportedAt: new Date().toISOString(),
    profile: {
      ...toUserDto(row),
      pending_email: pendingEmail,
      welcomed_at: row.welcomedAt?.toISOString() ?? null,
      has_password: hasPassword,
      providers,
    },
    second_factors: {
      ...secondFactors,
      passkeys: secondFactors.passkeys.map(({ id: _internal, ...passkey }) => passkey),
    },
    ...(await listSessions(context)),
    api_keys: (await listApiKeys(context)).keys.map(({ id: _internal, ...key }) => key),
    devices: await listDevices(context.db, context.user.id),
    security_events: events.map(({ address_hash: _internal, ...event }) => event),
    ...Object.fromEntries(await Promise.all(exports)),
  }
}
