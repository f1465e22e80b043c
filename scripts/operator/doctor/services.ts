import { errorCode, errorMessage } from '@duo/db/errors.ts'
import { probeMailServer } from '@duo/platform/server/mail/mail.ts'
import type { ModelEndpoint } from '@duo/platform/server/model.ts'
import { redact } from '@duo/platform/server/redact.ts'
import { type Env, mailNeedsTls } from '@duo/server/config/env.ts'
import { isLoopback } from '@duo/server/config/env-values.ts'
import { catchesMail, models, sendsMail, waitlistMails } from '@duo/server/config/features.ts'
import { z } from 'zod'
import { type Finding, fault, note, ok, skip } from './finding.ts'

const timeoutMs = 8_000

/** Signs in to the mail server without sending anything. */
export async function checkMail(env: Env): Promise<Finding> {
  if (catchesMail(env)) return note('caught, readable at /dev/mail', 'set SMTP_URL and MAIL_FROM to send them')
  if (!env.SMTP_URL) return note('mails wait in the queue', 'set SMTP_URL and MAIL_FROM')
  const where = new URL(env.SMTP_URL).host
  try {
    await probeMailServer({ smtpUrl: env.SMTP_URL, from: env.MAIL_FROM, needsTls: mailNeedsTls(env) })
    return ok(`${where} accepts our login; mails come from ${env.MAIL_FROM}`)
  } catch (error) {
    const code = errorCode(error)
    const isRefused = code === 'EAUTH' || code.startsWith('smtp_5')
    return fault(
      `${where}: ${errorMessage(error)}`,
      isRefused ? 'correct user and password in SMTP_URL' : 'correct host and port in SMTP_URL, or allow it in the firewall',
    )
  }
}

/** Mails that the operator has to turn on, which is easily forgotten once mail works. */
export function checkReminders(env: Env): Finding {
  const { reminders, places } = waitlistMails(env)
  const says = `to confirm: ${reminders ? 'after 2 and 7 days' : 'off'}; monthly place mails: ${places ? 'on' : 'off'}`
  if (!sendsMail(env)) return skip('need a mail server')
  const off = [reminders ? [] : ['WAITLIST_REMINDERS=on'], places ? [] : ['WAITLIST_PLACE_MAILS=on']].flat()
  return off.length > 0 ? note(says, `set ${off.join(' and ')} to send them (docs/operations.md, The waitlist)`) : ok(says)
}

/** Checks each endpoint's list of models, which costs no tokens. */
export async function checkModels(env: Env): Promise<Finding> {
  const endpoints = models(env)
  if (endpoints.length === 0) return note('none: agents reply from their notes', 'set AI_BASE_URL and AI_MODEL to use one')
  const found = await Promise.all(endpoints.map((endpoint, i) => checkModel(endpoint, i === 0 ? 'AI' : 'AI_FALLBACK')))
  const worst = found.find(({ mark }) => mark === 'fault') ?? found.find(({ mark }) => mark === 'note')
  return worst ?? ok(found.map(({ says }) => says).join(', then '))
}

async function checkModel({ baseUrl, apiKey, model }: ModelEndpoint, prefix: string): Promise<Finding> {
  const where = `${model} at ${new URL(baseUrl).host}`
  try {
    const response = await fetch(`${baseUrl.replace(/\/$/, '')}/models`, {
      headers: apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` },
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const body = await response.text()
    if (response.status === 401 || response.status === 403)
      return fault(`${where}: rejects the key (${response.status})`, `correct ${prefix}_API_KEY`)
    if (response.status >= 500)
      return fault(`${where}: fails (${response.status})`, "see the provider's status page, or set AI_FALLBACK_…")
    if (response.status !== 200) return note(`${where}: responds, but lists no models (${response.status})`)
    return body.includes(JSON.stringify(model)) ? ok(where) : fault(`${where}: has no such model`, `correct ${prefix}_MODEL`)
  } catch (error) {
    const cause = error instanceof Error && error.cause ? error.cause : error
    return fault(`${where}: ${redact(errorMessage(cause))}`, `correct ${prefix}_BASE_URL, or allow it in the firewall`)
  }
}

const readiness = z.object({
  status: z.string().regex(/^[\w -]+$/),
  forwardedFor: z.string().max(100).optional(),
})

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null // another program's response
  }
}

export async function checkServer({ HOST, PORT }: Env): Promise<Finding> {
  const host = isLoopback(HOST) || HOST === '0.0.0.0' || HOST === '::' ? 'localhost' : HOST
  const where = `http://${host}:${PORT}`
  try {
    const response = await fetch(`${where}/ready`, { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) })
    const { status, forwardedFor } = readiness.safeParse(parsedJson(await response.text())).data ?? {}
    if (status === undefined)
      return fault(`another program responds at ${where}`, 'choose another PORT, or stop the other program')
    if (status === 'database full')
      return fault(
        `at ${where}, not ready: the disk of its database is full and it stores nothing`,
        'free space for Postgres; no restart is needed',
      )
    if (status === 'database read-only')
      return fault(
        `at ${where}, not ready: its database takes no writes`,
        'name the primary, or turn default_transaction_read_only off',
      )
    if (status !== 'ready') return fault(`at ${where}, not ready: ${status}`, 'see its log')
    if (forwardedFor === undefined) return ok(`ready at ${where}`)
    return note(
      `ready at ${where}; in the last hour a proxy sent ${forwardedFor} in X-Forwarded-For`,
      'make the proxy append the IP address of its client: until then its visitors share one rate limit',
    )
  } catch (error) {
    const cause = error instanceof Error && error.cause ? error.cause : error
    if (error instanceof Error && error.name === 'TimeoutError')
      return fault(`${where} does not respond`, 'see its log, then restart it')
    return note(`does not run at ${where} (${errorMessage(cause)})`, 'npm start')
  }
}
