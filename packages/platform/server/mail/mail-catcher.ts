import { buffer } from 'node:stream/consumers'
import type { Db } from '@duo/db/index.ts'
import PostalMime from 'postal-mime'
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server'
import { v7 as uuid } from 'uuid'
import type { Logger } from '../log.ts'
import { portOf } from '../port-of.ts'
import { describeFailure } from '../redact.ts'

export type MailCatcher = { smtpUrl: string; close: () => Promise<void> }

const LARGEST_BYTES = 1_048_576
export const maxMails = 500

/** SMTP server for development on the loopback interface: stores mails in `caught_mail` instead of delivering them. */
export async function startMailCatcher({ db, log }: { db: Db; log: Logger }): Promise<MailCatcher> {
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: LARGEST_BYTES,
    rejectOversized: true,
    closeTimeout: 1_000,
    onData(stream, _session, callback) {
      catchMail(db, stream).then(
        () => callback(),
        (error) => {
          log.error(describeFailure(error), 'mail could not be stored')
          callback(Object.assign(new Error('The mail could not be stored'), { responseCode: 451 }))
        },
      )
    },
  })
  server.on('error', (error) => log.warn(describeFailure(error), 'mail catcher lost a connection'))
  const { promise: listening, resolve, reject } = Promise.withResolvers<void>()
  server.server.once('error', reject)
  server.listen(0, '127.0.0.1', resolve)
  await listening
  const port = portOf(server.server)
  return {
    smtpUrl: `smtp://127.0.0.1:${port}`,
    close: () => new Promise((closed) => server.close(() => closed())),
  }
}

async function catchMail(db: Db, stream: SMTPServerDataStream): Promise<void> {
  const source = await buffer(stream)
  if (stream.sizeExceeded) return // rejected by the server
  const mail = await PostalMime.parse(source)
  await db
    .insertInto('caught_mail')
    .values({
      id: uuid(),
      message_id: mail.messageId ?? uuid(),
      sender: mail.from?.address ?? '',
      recipient: (mail.to ?? []).map((to) => to.address).join(', '),
      subject: mail.subject ?? '',
      html: mail.html ?? '',
      text: mail.text ?? '',
      headers: Object.fromEntries(mail.headers.map(({ originalKey, value }) => [originalKey, value])),
    })
    .onConflict((conflict) => conflict.column('message_id').doNothing())
    .execute()
  const old = db.selectFrom('caught_mail').select('id').orderBy('created_at', 'desc').orderBy('id', 'desc').offset(maxMails)
  await db.deleteFrom('caught_mail').where('id', 'in', old).execute()
}
