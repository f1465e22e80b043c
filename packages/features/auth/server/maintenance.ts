import { everyHour, sweepBatch, type Upkeep } from '@duo/platform/server/maintenance.ts'
import { deviceDays } from '../rules.ts'
import { unconfirmedDays } from '../schema.ts'
import { forgetEvents } from './events/event-queries.ts'
import { forgetRecoveries } from './factor-recovery/factor-recovery-queries.ts'
import { forgetOldMails } from './mail/account-mail-job.ts'
import { forgetDevices } from './sessions/device-queries.ts'
import { forgetOver } from './sessions/session-queries.ts'
import { forgetUnconfirmed } from './user-queries.ts'

const often = { every: everyHour, batch: sweepBatch }

/** What a running server does for accounts by itself. Several servers may do it at once. */
export const authUpkeep: readonly Upkeep[] = [
  { name: 'auth.forget_over', ...often, run: (db) => forgetOver(db, sweepBatch) },
  { name: 'auth.forget_mails', ...often, run: (db) => forgetOldMails(db, sweepBatch) },
  { name: 'auth.forget_devices', ...often, run: (db) => forgetDevices(db, { days: deviceDays, most: sweepBatch }) },
  { name: 'auth.forget_events', ...often, run: (db) => forgetEvents(db, { days: deviceDays, most: sweepBatch }) },
  { name: 'auth.forget_factor_recoveries', ...often, run: (db) => forgetRecoveries(db, { days: 30, most: sweepBatch }) },
  {
    name: 'auth.forget_unconfirmed',
    ...often,
    // where nobody has to confirm, an account that never was is somebody's all the same
    run: async (db, { confirmsEmail }) => confirmsEmail && forgetUnconfirmed(db, { days: unconfirmedDays, most: sweepBatch }),
  },
]
