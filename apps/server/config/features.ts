import { configuredProviders, type ProviderKeys } from '@duo/features/auth/server/better-auth/providers.ts'
import type { BudgetLimits } from '@duo/features/chat/server/budget/budget.ts'
import type { ChatEndpoint, ModelEndpoint } from '@duo/platform/server/model.ts'
import type { Env } from './env.ts'
import { isLoopback } from './env-values.ts'

interface Feature {
  name: string
  on: boolean
  now: string
  keys: string
}

/** HOST matters even without PUBLIC_URL: anyone could connect by IP address. */
const staysHere = ({ HOST, PUBLIC_URL }: Env) => isLoopback(HOST) && (!PUBLIC_URL || isLoopback(new URL(PUBLIC_URL).hostname))

/** Whether /dev/mail shows mails. They contain sign-in links, hence in production only local and without a real database. */
export const catchesMail = (env: Env) => !env.SMTP_URL && (env.NODE_ENV !== 'production' || (!env.DATABASE_URL && staysHere(env)))

const onlyHostForbidsCatching = (env: Env) => !catchesMail(env) && catchesMail({ ...env, HOST: '127.0.0.1' })

export const sendsMail = (env: Env) => env.SMTP_URL !== undefined || catchesMail(env)

export const waitlistMails = (env: Env) => ({
  reminders: env.WAITLIST_REMINDERS === 'on',
  places: env.WAITLIST_PLACE_MAILS === 'on',
})

export function providerKeys(env: Env): ProviderKeys {
  const pair = (clientId: string | undefined, clientSecret: string | undefined) =>
    clientId && clientSecret ? { clientId, clientSecret } : undefined
  const google = pair(env.GOOGLE_CLIENT_ID, env.GOOGLE_CLIENT_SECRET)
  return {
    google: google && { ...google, discoveryUrl: env.GOOGLE_DISCOVERY_URL },
    linkedin: pair(env.LINKEDIN_CLIENT_ID, env.LINKEDIN_CLIENT_SECRET),
    twitter: pair(env.TWITTER_CLIENT_ID, env.TWITTER_CLIENT_SECRET),
  }
}

export function models(env: Env): ChatEndpoint[] {
  const common = { firstTokenMs: env.AI_FIRST_TOKEN_SECONDS * 1_000, cachedTokenRate: env.AI_CACHED_TOKEN_RATE }
  const endpoint = (baseUrl: string | undefined, apiKey: string | undefined, model: string | undefined) =>
    baseUrl && model ? [{ baseUrl, apiKey, model, ...common }] : []
  return [
    ...endpoint(env.AI_BASE_URL, env.AI_API_KEY, env.AI_MODEL),
    ...endpoint(env.AI_FALLBACK_BASE_URL, env.AI_FALLBACK_API_KEY, env.AI_FALLBACK_MODEL),
  ]
}

export function embeddings({ AI_BASE_URL: baseUrl, AI_API_KEY: apiKey, AI_EMBEDDING_MODEL: model }: Env): ModelEndpoint | null {
  return baseUrl && model ? { baseUrl, apiKey, model } : null
}

const GB = 1024 ** 3

export const studio = ({ STUDIO: access, STUDIO_DISK_GB: disk }: Env) => ({
  access,
  maxBytes: disk === undefined ? null : disk * GB,
})

const usualVisitorTokens = 2_000_000

/** Returns the daily token limits, or null without a model. Visitors get a tenth of everyone's by default. */
export function budgetLimits(env: Env): BudgetLimits | null {
  if (models(env).length === 0 && embeddings(env) === null) return null
  const { AI_DAILY_TOKENS: all, AI_DEMO_DAILY_TOKENS: visitors } = env
  return { all, visitors: visitors ?? (all === undefined ? usualVisitorTokens : Math.floor(all / 10)) }
}

/** Returns the contact for vulnerability reports: SECURITY_CONTACT, else the reply address of our mails, else null. */
export function securityContact({ SECURITY_CONTACT, MAIL_FROM }: Env): string | null {
  if (SECURITY_CONTACT) return SECURITY_CONTACT.startsWith('https:') ? SECURITY_CONTACT : `mailto:${SECURITY_CONTACT}`
  const mailbox = /<(.*)>$/.exec(MAIL_FROM)?.[1] ?? MAIL_FROM
  return mailbox.endsWith('@localhost') ? null : `mailto:${mailbox}`
}

/** The legal pages say so if a value is missing. */
export const dataController = ({ LEGAL_CONTROLLER: name, LEGAL_CONTACT: contact }: Env) => ({ name, contact })

const hostOf = ({ baseUrl, model }: ModelEndpoint) => `${model} at ${new URL(baseUrl).host}`

const providerNames = { google: 'Google', linkedin: 'LinkedIn', twitter: 'X (Twitter)' }

const whereMetricsAre = ({ METRICS_PORT, METRICS_HOST, METRICS_TOKEN }: Env) =>
  METRICS_PORT !== undefined
    ? `/metrics on ${METRICS_HOST}:${METRICS_PORT}${METRICS_TOKEN ? ', with the token' : ''}`
    : METRICS_TOKEN
      ? "/metrics on the server's port, with the token"
      : 'none'

function controllerStatus({ LEGAL_CONTROLLER, LEGAL_CONTACT }: Env): string {
  if (LEGAL_CONTROLLER && LEGAL_CONTACT) return `${LEGAL_CONTROLLER}, ${LEGAL_CONTACT}`
  const missing = [LEGAL_CONTROLLER ? [] : ['controller'], LEGAL_CONTACT ? [] : ['contact']].flat()
  const consequence = LEGAL_CONTACT ? '' : ': no Contact in the footer'
  return `missing: the ${missing.join(' and the ')} for personal data${consequence}`
}

function waitlistMailFeatures(env: Env): Feature[] {
  const { reminders, places } = waitlistMails(env)
  const now = (isOn: boolean, who: string) =>
    !isOn ? 'none is sent' : sendsMail(env) ? who : 'none is sent: they need a mail server'
  return [
    {
      name: 'Waitlist reminders',
      on: reminders && sendsMail(env),
      now: now(reminders, 'to who has not confirmed, after 2 and 7 days'),
      keys: 'WAITLIST_REMINDERS',
    },
    {
      name: 'Monthly place mails',
      on: places && sendsMail(env),
      now: now(places, 'to confirmed members who wait'),
      keys: 'WAITLIST_PLACE_MAILS',
    },
  ]
}

function studioFeature(env: Env): Feature {
  const { access, maxBytes } = studio(env)
  const bound = maxBytes === null ? '' : `, ${env.STUDIO_DISK_GB} GB in all`
  const open = access === 'on' ? 'for every account' : 'for invited members'
  return { name: 'Studio', on: access !== 'off', now: access === 'off' ? 'closed' : open + bound, keys: 'STUDIO, STUDIO_DISK_GB' }
}

export function optionalFeatures(env: Env): Feature[] {
  const signsIn = configuredProviders(providerKeys(env))
  const embedding = embeddings(env)
  const visitorTokens = models(env).length > 0 ? (budgetLimits(env)?.visitors ?? 0) : 0
  return [
    {
      name: 'External Postgres',
      on: env.DATABASE_URL !== undefined,
      now: env.DATABASE_URL ? 'your server' : `embedded, in ${env.DATA_DIR}`,
      keys: 'DATABASE_URL',
    },
    {
      name: 'Mail delivery',
      on: env.SMTP_URL !== undefined,
      now: env.SMTP_URL
        ? 'by SMTP'
        : catchesMail(env)
          ? 'caught, read them at /dev/mail'
          : 'waiting in the queue until SMTP is set',
      keys: onlyHostForbidsCatching(env)
        ? 'SMTP_URL, MAIL_FROM; HOST=127.0.0.1 or npm run dev shows mails at /dev/mail'
        : 'SMTP_URL, MAIL_FROM',
    },
    ...waitlistMailFeatures(env),
    {
      name: 'Tag manager',
      on: env.GTM_ID !== undefined,
      now: env.GTM_ID ? 'once a visitor consents' : 'no tracking, nothing to consent to',
      keys: 'GTM_ID',
    },
    {
      name: 'Spreadsheet copy',
      on: env.FOLLOWUP_FORM_URL !== undefined,
      now: env.FOLLOWUP_FORM_URL
        ? `by a form at ${new URL(env.FOLLOWUP_FORM_URL).host}`
        : 'follow-up answers stay in Postgres only',
      keys: 'FOLLOWUP_FORM_URL, FOLLOWUP_FORM_FIELDS',
    },
    ...(['google', 'linkedin', 'twitter'] as const).map((provider) => ({
      name: `Sign-in with ${providerNames[provider]}`,
      on: signsIn.includes(provider),
      now: !signsIn.includes(provider)
        ? 'no button'
        : provider === 'google'
          ? `by ${new URL(env.GOOGLE_DISCOVERY_URL).host}`
          : 'on the sign-in page',
      keys: `${provider.toUpperCase()}_CLIENT_ID, ${provider.toUpperCase()}_CLIENT_SECRET`,
    })),
    {
      name: 'Email confirmation',
      on: env.CONFIRM_EMAIL === 'on',
      now: env.CONFIRM_EMAIL === 'on' ? 'before the first sign-in' : 'accounts can be used at once',
      keys: 'CONFIRM_EMAIL',
    },
    {
      name: 'Language model',
      on: models(env).length > 0,
      now: models(env).map(hostOf).join(', then ') || 'agents answer from their notes',
      keys: 'AI_BASE_URL, AI_MODEL, AI_API_KEY, AI_FALLBACK_…',
    },
    {
      name: 'Search by meaning',
      on: embedding !== null,
      now: embedding ? hostOf(embedding) : 'notes are found by their words',
      keys: 'AI_EMBEDDING_MODEL, AI_BASE_URL, AI_API_KEY',
    },
    {
      name: 'Answers to visitors',
      on: visitorTokens > 0,
      now: visitorTokens > 0 ? `by the model, ${visitorTokens} tokens a day, then from notes` : 'from the notes',
      keys: 'AI_DEMO_DAILY_TOKENS',
    },
    studioFeature(env),
    {
      name: 'Metrics',
      on: env.METRICS_PORT !== undefined || env.METRICS_TOKEN !== undefined,
      now: whereMetricsAre(env),
      keys: 'METRICS_PORT, METRICS_HOST, METRICS_TOKEN',
    },
    {
      name: 'Traces',
      on: env.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined,
      now: env.OTEL_EXPORTER_OTLP_ENDPOINT ? `sent to ${new URL(env.OTEL_EXPORTER_OTLP_ENDPOINT).host}` : 'none',
      keys: 'OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_SAMPLER_ARG',
    },
    {
      name: 'Security contact',
      on: securityContact(env) !== null,
      now: securityContact(env) ?? 'missing: no /.well-known/security.txt',
      keys: 'SECURITY_CONTACT, MAIL_FROM',
    },
    {
      name: 'Legal pages',
      on: env.LEGAL_CONTROLLER !== undefined && env.LEGAL_CONTACT !== undefined,
      now: controllerStatus(env),
      keys: 'LEGAL_CONTROLLER, LEGAL_CONTACT',
    },
    {
      name: 'Public address',
      on: env.PUBLIC_URL !== undefined,
      now: env.PUBLIC_URL ?? (isLoopback(env.HOST) ? 'this machine only' : 'none, reached by IP address'),
      keys: 'PUBLIC_URL, HOST, TRUST_PROXY',
    },
  ]
}

export function featureTable(features: Feature[]): string {
  const rows = [['Optional', '', 'Now', 'Set by'], ...features.map((f) => [f.name, f.on ? 'on' : 'off', f.now, f.keys])]
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows.map((row) => `  ${row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join('  ')}`.trimEnd()).join('\n')
}
