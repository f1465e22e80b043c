import nodemailer from 'nodemailer'
import { z } from 'zod'
import { isPermanent, permanentFailure } from '../jobs/job.ts'
import { redact } from '../redact.ts'

export type Mail = {
  to: string
  subject: string
  html: string
  text: string
  /** Local part of the Message-ID: equal for every attempt, so that duplicates can be detected. */
  messageId: string
  headers?: Record<string, string>
}

export type Mailer = {
  /** Rejections of the recipient or content are permanent, others can be retried. Errors never contain the address. */
  send: (mail: Mail) => Promise<void>
  close: () => void
}

/**
 * Sends a mail and notes whether the mail server accepted it or refused its recipient for good. Other failures say nothing about the
 * address: they may end.
 */
export async function sendNoting(mailer: Mailer, mail: Mail, note: (isRefused: boolean) => Promise<unknown>): Promise<void> {
  try {
    await mailer.send(mail)
  } catch (error) {
    if (refusesRecipient(error)) await note(true)
    throw error
  }
  await note(false)
}

const refusesRecipient = (error: unknown) => isPermanent(error) && 'refusesRecipient' in error

const SECONDS = 1_000

interface MailerOptions {
  smtpUrl: string
  from: string
  /** Refuses to send to a server without STARTTLS. */
  needsTls?: boolean
}

const transportTo = ({ smtpUrl, from, needsTls = false }: MailerOptions) =>
  nodemailer.createTransport(
    {
      url: smtpUrl,
      pool: true,
      requireTLS: needsTls,
      maxConnections: 3,
      connectionTimeout: 10 * SECONDS,
      greetingTimeout: 10 * SECONDS,
      socketTimeout: 30 * SECONDS,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from, headers: { 'Auto-Submitted': 'auto-generated' } }, // prevents auto-replies (RFC 3834)
  )

/** Connects and signs in without sending. Throws the server's reason without addresses. */
export async function probeMailServer(options: MailerOptions): Promise<void> {
  const transport = transportTo(options)
  try {
    await transport.verify()
  } catch (error) {
    throw describeRefusal(error)
  } finally {
    transport.close()
  }
}

export function createMailer(options: MailerOptions): Mailer {
  const { from } = options
  const transport = transportTo(options)
  const host = from.match(/@([\w.-]+)/)?.[1] ?? 'localhost'
  return {
    async send({ to, messageId, ...mail }) {
      try {
        // as an object, an address with commas stays one recipient
        await transport.sendMail({ ...mail, to: { name: '', address: to }, messageId: `<${messageId}@${host}>` })
      } catch (error) {
        throw describeRefusal(error)
      }
    },
    close: () => transport.close(),
  }
}

/** Of nodemailer's errors (SMTPConnection). */
const smtpError = z.object({
  code: z.string().default('smtp'),
  command: z.string().optional().catch(undefined),
  responseCode: z.number().optional().catch(undefined),
})

function describeRefusal(error: unknown): Error {
  const { code = 'smtp', command, responseCode } = smtpError.safeParse(error).data ?? {}
  const text = `SMTP ${command ?? 'connection'}: ${redact(error instanceof Error ? error.message : '')}`
  // 5xx for recipient or content is permanent; 5xx for our login or sender is for the operator to fix
  const refused = responseCode !== undefined && responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA')
  const unusable = responseCode === undefined && code === 'EENVELOPE'
  const details = { code: responseCode ? `smtp_${responseCode}` : code }
  if (refused && command === 'RCPT TO') return Object.assign(permanentFailure(text, details), { refusesRecipient: true })
  return refused || unusable ? permanentFailure(text, details) : Object.assign(new Error(text), details)
}
