import { databaseTls, isDatabasePrivate, isThisMachine, plaintextError } from '@duo/db/cli/plaintext.ts'
import { z } from 'zod'
import {
  address,
  count,
  formFieldMap,
  headerList,
  isLoopback,
  longSecret,
  matching,
  onOrOff,
  postgresAddress,
  publicOrigin,
  share,
  webAddress,
} from './env-values.ts'

/** `.env.example` is checked against these examples. */
const setting = <T extends z.ZodType>(schema: T, example: string) => schema.meta({ example })

/** Settings whose URLs must use TLS, unless ALLOW_PLAINTEXT names them. */
const plaintextNames = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'SMTP_URL',
  'AI_BASE_URL',
  'AI_FALLBACK_BASE_URL',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
] as const

const schema = z.object({
  NODE_ENV: setting(
    z.enum(['development', 'production', 'test'], 'must be development, production or test').default('production'),
    'production',
  ),
  HOST: setting(z.string().min(1).default('127.0.0.1'), '0.0.0.0'),
  PORT: setting(count(0, 65535).default(3000), '3000'),
  PUBLIC_URL: setting(publicOrigin.optional(), 'https://goduo.example'),
  DATABASE_URL: setting(postgresAddress.optional(), 'postgres://duo:secret@localhost:5432/duo'),
  DATABASE_DIRECT_URL: setting(postgresAddress.optional(), 'postgres://duo:secret@localhost:5432/duo'),
  /** For requests only: the job library opens 4 more, and background tasks 8 (database.ts). */
  DATABASE_POOL: setting(count(8, 200).default(10), '10'),
  PREPARED_STATEMENTS: setting(onOrOff.optional(), 'off'),
  DATA_DIR: setting(z.string().min(1).default('.data'), '.data'),
  SECRET: setting(longSecret.optional(), 'the output of: openssl rand -base64 33'),
  DRAIN_SECONDS: setting(count(0, 300).default(0), '5'),
  SECRET_PREVIOUS: setting(
    z
      .string()
      .default('')
      .transform((secrets) => secrets.split(',').filter(Boolean))
      .refine((secrets) => secrets.every(({ length }) => length >= 32), 'must have at least 32 characters each'),
    'the SECRET before this one',
  ),
  TRUST_PROXY: setting(count(0, 10).default(0), '1'),
  LOG_LEVEL: setting(z.enum(['debug', 'info', 'warn', 'error'], 'must be debug, info, warn or error').default('info'), 'info'),
  SMTP_URL: setting(
    address(['smtp:', 'smtps:'], 'must be an smtp(s) address').optional(),
    'smtps://user:password@smtp.example.com',
  ),
  MAIL_FROM: setting(
    z
      .string()
      .regex(/^(?:[^<>\r\n]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/, 'must be an address, or a name and an address')
      .default('Duo <hello@localhost>'),
    'Duo <hello@goduo.example>',
  ),
  SECURITY_CONTACT: setting(
    matching(/^(?:https:\/\/[^\s/]+\S*|[^\s<>@:/]+@[^\s<>@:/]+)$/, 'must be an e-mail address or an https address').optional(),
    'security@goduo.example',
  ),
  LEGAL_CONTROLLER: setting(
    z
      .string()
      .trim()
      .min(1)
      .max(200)
      .regex(/^[^<>\r\n]*$/, 'must be one line without < and >')
      .optional(),
    'Duo Tecnologia Ltda., São Paulo, Brazil',
  ),
  LEGAL_CONTACT: setting(
    matching(/^[^\s<>@:/?]+@[^\s<>@:/?]+$/, 'must be an e-mail address').optional(),
    'privacy@goduo.example',
  ),
  GTM_ID: setting(matching(/^GTM-[A-Z0-9]{4,10}$/, 'must be a Tag Manager container').optional(), 'GTM-AB12CD3'),
  CONFIRM_EMAIL: setting(onOrOff.default('on'), 'off'),
  WAITLIST_REMINDERS: setting(onOrOff.default('off'), 'on'),
  WAITLIST_PLACE_MAILS: setting(onOrOff.default('off'), 'on'),
  GOOGLE_CLIENT_ID: setting(z.string().min(1).optional(), '1234567890-abc.apps.googleusercontent.com'),
  GOOGLE_CLIENT_SECRET: setting(z.string().min(1).optional(), 'GOCSPX-your-secret'),
  GOOGLE_DISCOVERY_URL: setting(
    webAddress.default('https://accounts.google.com/.well-known/openid-configuration'),
    'https://accounts.google.com/.well-known/openid-configuration',
  ),
  LINKEDIN_CLIENT_ID: setting(z.string().min(1).optional(), '77abcdefghijkl'),
  LINKEDIN_CLIENT_SECRET: setting(z.string().min(1).optional(), 'WPL_AP1.your-secret'),
  TWITTER_CLIENT_ID: setting(z.string().min(1).optional(), 'bDB5eXl5eXl5eXl5OjE6Y2k'),
  TWITTER_CLIENT_SECRET: setting(z.string().min(1).optional(), 'your-client-secret'),
  AI_BASE_URL: setting(webAddress.optional(), 'https://api.openai.com/v1'),
  AI_API_KEY: setting(z.string().min(1).optional(), 'sk-your-key'),
  AI_MODEL: setting(z.string().min(1).optional(), 'gpt-6-luna'),
  AI_EMBEDDING_MODEL: setting(z.string().min(1).optional(), 'text-embedding-3-small'),
  AI_FALLBACK_BASE_URL: setting(webAddress.optional(), 'https://openrouter.ai/api/v1'),
  AI_FALLBACK_API_KEY: setting(z.string().min(1).optional(), 'sk-or-your-key'),
  AI_FALLBACK_MODEL: setting(z.string().min(1).optional(), 'mistralai/mistral-small'),
  AI_FIRST_TOKEN_SECONDS: setting(count(1, 120).default(20), '20'),
  AI_DAILY_TOKENS: setting(count(1, 1_000_000_000_000).optional(), '20000000'),
  AI_DEMO_DAILY_TOKENS: setting(count(0, 1_000_000_000_000).optional(), '2000000'),
  AI_CACHED_TOKEN_RATE: setting(share.default(0.5), '0.1'),
  STUDIO: setting(z.enum(['off', 'invited', 'on'], 'must be off, invited or on').default('on'), 'invited'),
  STUDIO_DISK_GB: setting(count(1, 100_000).optional(), '50'),
  ALLOW_PLAINTEXT: setting(
    z
      .string()
      .default('')
      .transform((names) => names.split(',').filter(Boolean))
      .pipe(z.array(z.enum(plaintextNames, `may name ${plaintextNames.join(', ')}, with commas between them`))),
    'DATABASE_URL',
  ),
  METRICS_PORT: setting(count(1, 65535).optional(), '9464'),
  METRICS_HOST: setting(z.string().min(1).default('127.0.0.1'), '127.0.0.1'),
  METRICS_TOKEN: setting(longSecret.optional(), 'the output of: openssl rand -base64 33'),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(webAddress.optional(), 'http://localhost:4318'),
  OTEL_EXPORTER_OTLP_HEADERS: setting(headerList, 'authorization=Bearer%20your-key'),
  OTEL_SERVICE_NAME: setting(z.string().min(1).default('duo'), 'duo'),
  OTEL_TRACES_SAMPLER_ARG: setting(share.default(1), '0.1'),
  FOLLOWUP_FORM_URL: setting(webAddress.optional(), 'https://docs.google.com/forms/d/e/your-form/formResponse'),
  FOLLOWUP_FORM_FIELDS: setting(
    formFieldMap.optional(),
    '{"userTypes":"entry.1","niches":"entry.2","agentTypes":"entry.3","description":"entry.4","email":"entry.5","ip":"entry.6"}',
  ),
})
export type Env = z.infer<typeof schema>

const providers = ['GOOGLE', 'LINKEDIN', 'TWITTER'] as const

const published = ['the output of: openssl rand -base64 33', 'better-auth-secret-12345678901234567890']

export const envKeys = Object.keys(schema.shape)

/** Returns an environment of only these settings. Others are empty, because `.env` fills in missing ones. */
export const onlySettings = (settings: Record<string, string>) => ({
  ...process.env,
  ...Object.fromEntries(envKeys.map((key) => [key, ''])),
  ...settings,
})

export const exampleOf = (key: string) => String(new Map(Object.entries(schema.shape)).get(key)?.meta()?.example ?? '')

/** Returns a one-line error: the key, what is wrong with its value, and an example. */
export const invalidSetting = (key: string, fault: string) => new Error(`${key} ${fault}, for example ${key}=${exampleOf(key)}`)

/** Reads and validates the environment. Empty values count as unset. Throws a one-line error for the first invalid key. */
export function readEnv(source: Record<string, string | undefined> = process.env): Env {
  const values = Object.fromEntries(envKeys.map((key) => [key, source[key] || undefined]))
  const result = schema.safeParse(values)
  if (!result.success) {
    const [issue] = result.error.issues
    throw invalidSetting(String(issue?.path[0]), issue?.message ?? 'is wrong')
  }
  const env = result.data
  if (env.NODE_ENV === 'production' && env.DATABASE_URL && !env.SECRET)
    throw invalidSetting('SECRET', 'is needed with DATABASE_URL in production')
  if (env.NODE_ENV === 'production' && env.SECRET && published.includes(env.SECRET))
    throw invalidSetting('SECRET', 'is a published example')
  if (env.NODE_ENV === 'production' && env.METRICS_TOKEN && published.includes(env.METRICS_TOKEN))
    throw invalidSetting('METRICS_TOKEN', 'is a published example')
  if (env.DATABASE_DIRECT_URL && !env.DATABASE_URL) throw invalidSetting('DATABASE_URL', 'is needed with DATABASE_DIRECT_URL')
  for (const provider of providers) {
    const [id, secret] = [`${provider}_CLIENT_ID`, `${provider}_CLIENT_SECRET`] as const
    if (env[id] && !env[secret]) throw invalidSetting(secret, `is needed with ${id}`)
    if (env[secret] && !env[id]) throw invalidSetting(id, `is needed with ${secret}`)
  }
  for (const prefix of ['AI', 'AI_FALLBACK'] as const) {
    const [url, model, key] = [`${prefix}_BASE_URL`, `${prefix}_MODEL`, `${prefix}_API_KEY`] as const
    // with embeddings but no chat model, the offline engine composes answers from notes found by meaning
    const findsOnly = prefix === 'AI' && env.AI_EMBEDDING_MODEL !== undefined
    if (env[url] && !env[model] && !findsOnly) throw invalidSetting(model, `is needed with ${url}`)
    if (!env[url] && (env[model] || env[key])) throw invalidSetting(url, `is needed with ${env[model] ? model : key}`)
  }
  if (env.AI_EMBEDDING_MODEL && !env.AI_BASE_URL) throw invalidSetting('AI_BASE_URL', 'is needed with AI_EMBEDDING_MODEL')
  if (env.AI_FALLBACK_BASE_URL && !env.AI_BASE_URL) throw invalidSetting('AI_BASE_URL', 'is needed with AI_FALLBACK_BASE_URL')
  if (env.FOLLOWUP_FORM_URL && !env.FOLLOWUP_FORM_FIELDS)
    throw invalidSetting('FOLLOWUP_FORM_FIELDS', 'is needed with FOLLOWUP_FORM_URL')
  if (env.METRICS_PORT !== undefined && env.METRICS_PORT === env.PORT)
    throw invalidSetting('METRICS_PORT', 'must differ from PORT')
  if (env.METRICS_PORT !== undefined && !isLoopback(env.METRICS_HOST) && !env.METRICS_TOKEN)
    throw invalidSetting('METRICS_TOKEN', 'is needed if other machines can reach METRICS_HOST')
  requireTls(env)
  return env
}

/** SMTP may start in plain text, because the mailer then requires STARTTLS. */
function requireTls(env: Env): void {
  const isAllowed = (name: (typeof plaintextNames)[number]) => env.ALLOW_PLAINTEXT.includes(name)
  for (const name of ['DATABASE_URL', 'DATABASE_DIRECT_URL'] as const)
    if (env[name] && !isAllowed(name) && !isDatabasePrivate(env[name])) throw plaintextError(name, databaseTls)
  if (
    env.SMTP_URL &&
    !isAllowed('SMTP_URL') &&
    /[?&](?:ignoreTLS=true|requireTLS=false)/i.test(env.SMTP_URL) &&
    isRemote(env.SMTP_URL)
  )
    throw plaintextError('SMTP_URL', 'take ignoreTLS and requireTLS out of its query')
  for (const name of ['AI_BASE_URL', 'AI_FALLBACK_BASE_URL', 'OTEL_EXPORTER_OTLP_ENDPOINT'] as const)
    if (env[name]?.startsWith('http:') && !isAllowed(name) && isRemote(env[name])) throw plaintextError(name, 'use https')
}

/** Whether to use prepared statements. Off by default behind a connection pooler. */
export const usesPreparedStatements = ({ PREPARED_STATEMENTS, DATABASE_DIRECT_URL }: Env): boolean =>
  PREPARED_STATEMENTS ? PREPARED_STATEMENTS === 'on' : DATABASE_DIRECT_URL === undefined

const isRemote = (url: string) => !isThisMachine(new URL(url).hostname)

export const mailNeedsTls = ({ SMTP_URL, ALLOW_PLAINTEXT }: Env): boolean =>
  SMTP_URL !== undefined && isRemote(SMTP_URL) && !ALLOW_PLAINTEXT.includes('SMTP_URL')
