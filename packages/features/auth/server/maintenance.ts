import { hourlyPurge, type MaintenanceTask } from '@duo/platform/server/maintenance.ts'
import { purgeBatchSize } from '@duo/platform/server/purge.ts'
import { deviceDays } from '../rules.ts'
import { unconfirmedDays } from '../schema.ts'
import { purgeApiKeys } from './api-keys/api-key-queries.ts'
import { purgeEvents } from './events/event-queries.ts'
import { purgeOldMails } from './mail/account-mail-job.ts'
import { purgeDevices } from './sessions/device-queries.ts'
import { purgeExpired } from './sessions/session-queries.ts'
import { purgeUnconfirmed } from './users/user-queries.ts'

export const authMaintenance: readonly MaintenanceTask[] = [
  { name: 'auth.purge_expired_sessions', ...hourlyPurge, run: purgeExpired },
  { name: 'auth.purge_mails', ...hourlyPurge, run: (db) => purgeOldMails(db, purgeBatchSize) },
  { name: 'auth.purge_devices', ...hourlyPurge, run: (db) => purgeDevices(db, deviceDays) },
  { name: 'auth.purge_events', ...hourlyPurge, run: (db) => purgeEvents(db, deviceDays) },
  { name: 'auth.purge_api_keys', ...hourlyPurge, run: (db) => purgeApiKeys(db, 30) },
  {
    name: 'auth.purge_unconfirmed',
    ...hourlyPurge,
    run: async (db, { confirmsEmail }) => confirmsEmail && purgeUnconfirmed(db, unconfirmedDays),
  },
]
