import { hourMs, type MaintenanceTask, purgeBatchSize } from '@duo/platform/server/maintenance.ts'
import { deviceDays } from '../rules.ts'
import { unconfirmedDays } from '../schema.ts'
import { purgeApiKeys } from './api-keys/api-key-queries.ts'
import { purgeEvents } from './events/event-queries.ts'
import { purgeOldMails } from './mail/account-mail-job.ts'
import { purgeDevices } from './sessions/device-queries.ts'
import { purgeExpired } from './sessions/session-queries.ts'
import { purgeUnconfirmed } from './users/user-queries.ts'

const hourly = { every: hourMs, batch: purgeBatchSize }

export const authMaintenance: readonly MaintenanceTask[] = [
  { name: 'auth.purge_expired_sessions', ...hourly, run: (db) => purgeExpired(db, purgeBatchSize) },
  { name: 'auth.purge_mails', ...hourly, run: (db) => purgeOldMails(db, purgeBatchSize) },
  { name: 'auth.purge_devices', ...hourly, run: (db) => purgeDevices(db, { days: deviceDays, limit: purgeBatchSize }) },
  { name: 'auth.purge_events', ...hourly, run: (db) => purgeEvents(db, { days: deviceDays, limit: purgeBatchSize }) },
  { name: 'auth.purge_api_keys', ...hourly, run: (db) => purgeApiKeys(db, { days: 30, limit: purgeBatchSize }) },
  {
    name: 'auth.purge_unconfirmed',
    ...hourly,
    run: async (db, { confirmsEmail }) => confirmsEmail && purgeUnconfirmed(db, { days: unconfirmedDays, limit: purgeBatchSize }),
  },
]
