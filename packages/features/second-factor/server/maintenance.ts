import { hourlyPurge, type MaintenanceTask } from '@duo/platform/server/maintenance.ts'
import { purgeChallenges } from './challenges/challenge-queries.ts'
import { purgeSteps } from './challenges/step-queries.ts'
import { purgeRecoveries } from './factor-recovery/factor-recovery-queries.ts'

export const secondFactorMaintenance: readonly MaintenanceTask[] = [
  { name: 'auth.purge_factor_recoveries', ...hourlyPurge, run: (db) => purgeRecoveries(db, 30) },
  { name: 'auth.purge_second_steps', ...hourlyPurge, run: purgeSteps },
  { name: 'auth.purge_challenges', ...hourlyPurge, run: purgeChallenges },
]
