import { defineFeature } from '../shell/server/feature.ts'
import { factorRecoveryNotice } from './server/factor-recovery/factor-recovery-jobs.ts'
import { deletePendingSteps } from './server/factor-recovery/factor-recovery-queries.ts'
import { factorMails } from './server/mail/factor-mail.ts'
import { secondFactorMaintenance } from './server/maintenance.ts'
import { secondFactorRouter } from './server/router.ts'
import { secondFactorHooks } from './server/second-step/second-factor-hooks.ts'

export const secondFactorFeature = defineFeature({
  namespace: 'auth',
  router: secondFactorRouter,
  jobs: [factorRecoveryNotice],
  maintenance: secondFactorMaintenance,
  // sign-ins that a copy of the database holds end at their second step
  onRestored: [deletePendingSteps],
  secondFactor: secondFactorHooks,
  accountMails: factorMails,
})
