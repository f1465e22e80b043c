import { defineFeature } from '../shell/server/feature.ts'
import { eraseLinkedEntries, exportLinkedEntries, linkEntryToAccount } from './server/entry/link-account.ts'
import { betaInvitationMail, friendMail, linkMail, welcomeMail } from './server/mail/mail-jobs.ts'
import { waitlistMaintenance } from './server/maintenance.ts'
import { resetSeatSequence } from './server/position/position-queries.ts'
import { waitlistRouter } from './server/router.ts'

export const waitlistFeature = defineFeature({
  router: waitlistRouter,
  mailJobs: [welcomeMail, linkMail, friendMail, betaInvitationMail],
  maintenance: waitlistMaintenance,
  onStart: [resetSeatSequence],
  exporters: { waitlist: exportLinkedEntries },
  onErased: [eraseLinkedEntries],
  onEmailVerified: [linkEntryToAccount],
})
