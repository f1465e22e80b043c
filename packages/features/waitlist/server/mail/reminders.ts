import { type Db, inTransaction } from '@duo/db/index.ts'
import { enqueueMany } from '@duo/platform/server/jobs/enqueue.ts'
import type { MaintenanceTask } from '@duo/platform/server/maintenance.ts'
import type { AppContext } from '@duo/platform/server/trpc.ts'
import { confirmReminderMail, placeMail } from './mail-jobs.ts'
import { claimConfirmReminders, claimPlaceMails } from './reminder-queries.ts'

const tenMinutesMs = 600_000

/** Per run of each server: an old list is written to over hours, as mail servers mistrust a flood. */
const batch = 500

/** The record and the mails are one transaction, so that a crash sends each once or not yet. */
export const reminderMaintenance: readonly MaintenanceTask[] = [
  { name: 'waitlist.remind_unconfirmed', every: tenMinutesMs, run: remindUnconfirmed },
  { name: 'waitlist.mail_places', every: tenMinutesMs, run: mailPlaces },
]

type Settings = Pick<AppContext, 'sendsMail' | 'waitlistMails'>

/** Without mail delivery, reminders would wait in the queue and all be sent when they no longer matter. */
export async function remindUnconfirmed(db: Db, { sendsMail, waitlistMails }: Settings, limit = batch): Promise<void> {
  if (!sendsMail || !waitlistMails.reminders) return
  await inTransaction(db, async (tx) => {
    const claimed = await claimConfirmReminders(tx, limit)
    await enqueueMany(
      tx,
      confirmReminderMail,
      claimed.map(({ id, isLast }) => ({ signupId: id, isLast })),
    )
  })
}

export async function mailPlaces(db: Db, { sendsMail, waitlistMails }: Settings, limit = batch): Promise<void> {
  if (!sendsMail || !waitlistMails.places) return
  await inTransaction(db, async (tx) => {
    const claimed = await claimPlaceMails(tx, limit)
    await enqueueMany(
      tx,
      placeMail,
      claimed.map(({ id }) => ({ signupId: id })),
    )
  })
}
