import { hourMs, type MaintenanceTask, purgeBatchSize } from '@duo/platform/server/maintenance.ts'
import { purgeChallenges } from './challenges/challenge-queries.ts'
import { purgeSteps } from './challenges/step-queries.ts'
import { purgeRecoveries } from './factor-recovery/factor-recovery-queries.ts'

const hourly = { every: hourMs, batch: purgeBatchSize }

export const secondFactorMaintenance: readonly MaintenanceTask[] = [
  { name: 'auth.purge_factor_recoveries', ...hourly, run: (db) => purgeRecoveries(db, { days: 30, limit: purgeBatchSize }) },
  { name: 'auth.purge_second_steps', ...hourly, run: (db) => purgeSteps(db, purgeBatchSize) },
  { name: 'auth.purge_challenges', ...hourly, run: (db) => purgeChallenges(db, purgeBatchSize) },
]
