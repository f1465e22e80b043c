import { defineFeature } from '../shell/server/feature.ts'
import { eraseLinkedEntries, exportLinkedEntries, linkEntryToAccount } from './server/entry/link-account.ts'
import { betaInvitationMail, confirmReminderMail, friendMail, linkMail, placeMail, welcomeMail } from './server/mail/mail-jobs.ts'
import { reminderMaintenance } from './server/mail/reminders.ts'
import { waitlistMaintenance } from './server/maintenance.ts'
import { resetSeatSequence } from './server/position/position-queries.ts'
import { waitlistRouter } from './server/router.ts'

declare module '@duo/platform/server/trpc.ts' {
  interface AppContext {
    /** Mails without a request, each off unless the operator turns it on. */
    waitlistMails: { reminders: boolean; places: boolean }
  }
}

export const waitlistFeature = defineFeature({
  router: waitlistRouter,
  mailJobs: [welcomeMail, linkMail, friendMail, betaInvitationMail, confirmReminderMail, placeMail],
  maintenance: [...waitlistMaintenance, ...reminderMaintenance],
  onStart: [resetSeatSequence],
  exporters: { waitlist: exportLinkedEntries },
  onErased: [eraseLinkedEntries],
  onEmailVerified: [linkEntryToAccount],
})
