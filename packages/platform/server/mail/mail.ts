import nodemailer from 'nodemailer'
import { permanentFailure } from '../jobs/job.ts'
import { redact } from '../redact.ts'

export type Mail = {
  /** One address, without a name. */
  to: string
  subject: string
  html: string
  text: string
  /** The part before the @ of the Message-ID: the same for every attempt, so that a mail sent twice can be recognised. */
  messageId: string
  headers?: Record<string, string>
}

export type Mailer = {
  /**
   * Resolves when the server took the mail over. A refusal that will not change (no such mailbox, forbidden content) is a
   * permanent failure, anything else (no connection, try later, wrong password) is worth another attempt. No error names
   * the address.
   */
  send: (mail: Mail) => Promise<void>
  /** Closes the connections; mails that are being sent are finished first. */
  close: () => void
}

const SECONDS = 1_000

interface MailerOptions {
  /** `smtp://user:password@host:587`, `smtps://…`. */
  smtpUrl: string
  /** A name and an address. */
  from: string
  /** Whether a server that offers no STARTTLS gets neither password nor mail. */
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
      // A mail is made of what we pass: nothing in it may name a file or an address to read.
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    // Answering machines leave automatic mail alone (RFC 3834).
    { from, headers: { 'Auto-Submitted': 'auto-generated' } },
  )

/** Connects and signs in, and sends nothing. Throws the server's reason, without addresses. */
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

/** A mailer that keeps a few connections to a server. */
export function createMailer(options: MailerOptions): Mailer {
  const { from } = options
  const transport = transportTo(options)
  const host = from.match(/@([\w.-]+)/)?.[1] ?? 'localhost'
  return {
    async send({ to, messageId, ...mail }) {
      try {
        // As an object an address stays one address, whatever commas it has.
        await transport.sendMail({ ...mail, to: { name: '', address: to }, messageId: `<${messageId}@${host}>` })
      } catch (error) {
        throw describeRefusal(error)
      }
    },
    close: () => transport.close(),
  }
}

type SmtpError = Error & { code?: string; command?: string; responseCode?: number }

/** The server's reason without addresses. The original is left behind: it carries the recipient in several fields. */
function describeRefusal(error: unknown): Error {
  const {
    code = 'smtp',
    command,
    responseCode,
    message,
  } = error instanceof Error ? (error as SmtpError) : ({ message: '' } as SmtpError)
  const text = `SMTP ${command ?? 'connection'}: ${redact(message)}`
  // 5xx about our own log-in or sender is for the operator to mend; 5xx about the recipient or the content stays so.
  const refused = responseCode !== undefined && responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA')
  const unusable = responseCode === undefined && code === 'EENVELOPE'
  if (refused || unusable) return permanentFailure(text, { code: responseCode ? `smtp_${responseCode}` : code })
  return Object.assign(new Error(text), { code: responseCode ? `smtp_${responseCode}` : code })
}
