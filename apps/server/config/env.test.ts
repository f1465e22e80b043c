import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { oneHost } from '@duo/db/cli/hosts.ts'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { envKeys, exampleOf, mailNeedsTls, onlySettings, readEnv, usesPreparedStatements } from './env.ts'
import { budgetLimits, featureTable, models, optionalFeatures } from './features.ts'
import { root } from './paths.ts'

const faultOf = (source: Record<string, string>) => {
  try {
    readEnv(source)
  } catch (error) {
    return (error as Error).message
  }
  return undefined
}

describe('readEnv', () => {
  test('needs no settings', () => {
    expect(readEnv({})).toMatchObject({
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: 3000,
      DATA_DIR: '.data',
      TRUST_PROXY: 0,
    })
  })

  test('treats an empty value as unset', () => expect(readEnv({ PORT: '', SMTP_URL: '' })).toMatchObject({ PORT: 3000 }))

  test.each([
    ['PORT', 'eighty', 'must be a whole number'],
    ['PORT', '70000', 'must be between 0 and 65535'],
    ['DATABASE_URL', 'mysql://localhost/duo', 'must be a Postgres address'],
    ['DATABASE_URL', 'postgres://duo:a,b@one,two:5433,three/duo?target_session_attrs=read-write', oneHost],
    ['DATABASE_URL', 'postgresql://localhost/duo?sslmode=require&host=one,two', oneHost],
    ['PREPARED_STATEMENTS', 'yes', 'must be on or off'],
    ['PUBLIC_URL', 'goduo.example', 'must be an http(s) address'],
    ['PUBLIC_URL', 'https://goduo.example/app', 'must not have a path'],
    ['SMTP_URL', 'mail.example.com', 'must be an smtp(s) address'],
    ['MAIL_FROM', 'hello', 'must be an address, or a name and an address'],
    ['SECURITY_CONTACT', 'http://goduo.example', 'must be an e-mail address or an https address'],
    ['SECURITY_CONTACT', 'a@b.example\nExpires: 2099', 'must be an e-mail address or an https address'],
    ['LEGAL_CONTACT', 'goduo.example/privacy', 'must be an e-mail address'],
    ['LEGAL_CONTACT', 'a@b.example?subject=x', 'must be an e-mail address'],
    ['LEGAL_CONTROLLER', 'Duo\nLtda', 'must be one line without < and >'],
    ['GTM_ID', 'G-AB12CD3', 'must be a Tag Manager container'],
    ['GTM_ID', 'GTM-<script>', 'must be a Tag Manager container'],
    ['SECRET', 'short', 'must have at least 32 characters'],
    ['TRUST_PROXY', 'true', 'must be a whole number'],
    ['FOLLOWUP_FORM_URL', 'docs.google.com/forms', 'must be an http(s) address'],
    ['LOG_LEVEL', 'loud', 'must be debug, info, warn or error'],
    ['METRICS_PORT', '0', 'must be between 1 and 65535'],
    ['METRICS_TOKEN', 'short', 'must have at least 32 characters'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'localhost:4318', 'must be an http(s) address'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'Bearer key', 'must be name=value, with commas between several and percent-encoded values'],
    [
      'OTEL_EXPORTER_OTLP_HEADERS',
      'authorization=%E0%A4%A',
      'must be name=value, with commas between several and percent-encoded values',
    ],
    ['OTEL_TRACES_SAMPLER_ARG', '10%', 'must be a number from 0 to 1'],
    ['OTEL_TRACES_SAMPLER_ARG', '1.5', 'must be a number from 0 to 1'],
  ])('%s=%s is rejected in one line with the key, the error and an example', (key, value, fault) => {
    expect(faultOf({ [key]: value })).toBe(`${key} ${fault}, for example ${key}=${exampleOf(key)}`)
    expect(exampleOf(key)).not.toBe('')
    const FOLLOWUP_FORM_FIELDS = exampleOf('FOLLOWUP_FORM_FIELDS')
    expect(faultOf({ NODE_ENV: 'test', FOLLOWUP_FORM_FIELDS, [key]: exampleOf(key) })).toBeUndefined()
  })

  describe('the fields of the spreadsheet form', () => {
    const FOLLOWUP_FORM_URL = 'https://forms.example.com/answers'
    const right = JSON.parse(exampleOf('FOLLOWUP_FORM_FIELDS')) as Record<string, string>
    const { ip: _ip, ...incomplete } = right

    test('are read as JSON, also from a line of .env', () => {
      const line = parseEnv(`FOLLOWUP_FORM_FIELDS=${exampleOf('FOLLOWUP_FORM_FIELDS')}`)
      expect(readEnv({ FOLLOWUP_FORM_URL, ...line }).FOLLOWUP_FORM_FIELDS).toEqual(right)
    })

    test.each([
      ['a value that is not JSON', 'entry.1, entry.2'],
      ['a value that is not an object', '[]'],
      ['a missing field', JSON.stringify(incomplete)],
      ['a field without a name', JSON.stringify({ ...right, ip: '' })],
      ['two answers in one field', JSON.stringify({ ...right, ip: right.email })],
      ['an unknown answer', JSON.stringify({ ...right, phone: 'entry.7' })],
    ])('rejects %s with a one-line error', (_what, FOLLOWUP_FORM_FIELDS) => {
      const fault = faultOf({ FOLLOWUP_FORM_URL, FOLLOWUP_FORM_FIELDS })
      expect(fault).toMatch(
        /^FOLLOWUP_FORM_FIELDS must be JSON that gives .* a form field each, for example FOLLOWUP_FORM_FIELDS=\{/,
      )
      expect(fault).not.toContain('\n')
    })

    test('are required with the form URL', () => {
      expect(faultOf({ FOLLOWUP_FORM_URL })).toMatch(/^FOLLOWUP_FORM_FIELDS is needed with FOLLOWUP_FORM_URL, for example/)
    })
  })

  describe('a URL of another machine requires TLS', () => {
    const SECRET = 'x'.repeat(32)
    const AI_MODEL = 'local'
    test.each([
      ['DATABASE_URL', 'postgres://duo@db.example.com/duo', { SECRET }],
      ['DATABASE_URL', 'postgres://duo@10.0.0.5/duo?sslmode=prefer', { SECRET }],
      ['DATABASE_URL', 'postgres://duo@db.example.com/duo?sslmode=no-verify', { SECRET }],
      ['DATABASE_URL', 'postgres://localhost/duo?host=db.example.com', { SECRET }],
      ['DATABASE_DIRECT_URL', 'postgres://duo@db.example.com/duo', { SECRET, DATABASE_URL: 'postgres://localhost:6432/duo' }],
      ['SMTP_URL', 'smtp://mail.example.com:587?ignoreTLS=true', {}],
      ['AI_BASE_URL', 'http://models.example.com/v1', { AI_MODEL }],
      ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://collector.example.com:4318', {}],
      ['AI_FALLBACK_BASE_URL', 'http://10.0.0.7:8080/v1', { AI_BASE_URL: 'https://a.example', AI_MODEL, AI_FALLBACK_MODEL: 'b' }],
    ])('%s=%s starts only with ALLOW_PLAINTEXT', (key, value, others) => {
      const fault = faultOf({ ...others, [key]: value })
      expect(fault).toMatch(new RegExp(`^${key} leaves this machine without TLS: .*ALLOW_PLAINTEXT=${key}$`))
      expect(faultOf({ ...others, [key]: value, ALLOW_PLAINTEXT: `AI_BASE_URL,${key}` })).toBeUndefined()
    })

    test.each([
      ['DATABASE_URL', 'postgres://duo@db.example.com/duo?sslmode=verify-full', { SECRET }],
      ['DATABASE_URL', 'postgres://duo@127.0.0.1:5433/duo', { SECRET }],
      ['DATABASE_URL', 'postgres://localhost/duo?host=/var/run/postgresql', { SECRET }],
      ['SMTP_URL', 'smtp://mail.example.com:587', {}],
      ['AI_BASE_URL', 'http://[::1]:8080/v1', { AI_MODEL }],
    ])('%s=%s starts', (key, value, others) => expect(faultOf({ ...others, [key]: value })).toBeUndefined())

    test('mail to another machine requires TLS, unless plaintext is allowed', () => {
      const SMTP_URL = 'smtp://mail.example.com:587'
      expect(mailNeedsTls(readEnv({ SMTP_URL }))).toBe(true)
      expect(mailNeedsTls(readEnv({ SMTP_URL, ALLOW_PLAINTEXT: 'SMTP_URL' }))).toBe(false)
      expect(mailNeedsTls(readEnv({ SMTP_URL: 'smtp://127.0.0.1:2525' }))).toBe(false)
    })

    test('rejects an unknown name', () =>
      expect(faultOf({ ALLOW_PLAINTEXT: 'PORT' })).toMatch(
        /^ALLOW_PLAINTEXT may name DATABASE_URL, DATABASE_DIRECT_URL, SMTP_URL/,
      ))
  })

  test('metrics need a port of their own, and a token if other machines can reach it', () => {
    const METRICS_TOKEN = 'x'.repeat(32)
    expect(faultOf({ METRICS_PORT: '3000' })).toMatch(/^METRICS_PORT must differ from PORT, for example/)
    expect(faultOf({ METRICS_PORT: '9464', METRICS_HOST: '0.0.0.0' })).toMatch(
      /^METRICS_TOKEN is needed if other machines can reach METRICS_HOST/,
    )
    expect(faultOf({ METRICS_PORT: '9464', METRICS_HOST: '0.0.0.0', METRICS_TOKEN })).toBeUndefined()
    expect(faultOf({ METRICS_PORT: '9464' })).toBeUndefined()
    expect(faultOf({ METRICS_TOKEN: exampleOf('METRICS_TOKEN') })).toMatch(/^METRICS_TOKEN is a published example/)
  })

  test('reads the collector headers in OpenTelemetry’s format', () => {
    const OTEL_EXPORTER_OTLP_HEADERS = 'authorization=Basic%20YTpi, x-tenant = duo'
    expect(readEnv({ OTEL_EXPORTER_OTLP_HEADERS }).OTEL_EXPORTER_OTLP_HEADERS).toEqual({
      authorization: 'Basic YTpi',
      'x-tenant': 'duo',
    })
  })

  test('a model needs a URL and a name, and the fallback needs the first model', () => {
    const [AI_BASE_URL, AI_MODEL] = ['http://localhost:8080/v1', 'local']
    expect(faultOf({ AI_BASE_URL: 'api.openai.com', AI_MODEL })).toMatch(/^AI_BASE_URL must be an http\(s\) address, for example/)
    expect(faultOf({ AI_BASE_URL })).toMatch(/^AI_MODEL is needed with AI_BASE_URL, for example/)
    expect(faultOf({ AI_MODEL })).toMatch(/^AI_BASE_URL is needed with AI_MODEL/)
    expect(faultOf({ AI_API_KEY: 'sk-1' })).toMatch(/^AI_BASE_URL is needed with AI_API_KEY/)
    const second = { AI_FALLBACK_BASE_URL: AI_BASE_URL, AI_FALLBACK_MODEL: 'spare' }
    expect(faultOf(second)).toMatch(/^AI_BASE_URL is needed with AI_FALLBACK_BASE_URL/)
    expect(faultOf({ AI_BASE_URL, AI_MODEL, ...second })).toBeUndefined()
  })

  test('a model has 20 seconds until its first token by default, and at most 120; cached tokens count at their rate', () => {
    const model = { AI_BASE_URL: 'http://localhost:8080/v1', AI_MODEL: 'local' }
    expect(models(readEnv(model))).toMatchObject([{ firstTokenMs: 20_000, cachedTokenRate: 0.5 }])
    const slow = { ...model, AI_FIRST_TOKEN_SECONDS: '120', AI_CACHED_TOKEN_RATE: '0.1' }
    expect(models(readEnv(slow))).toMatchObject([{ firstTokenMs: 120_000, cachedTokenRate: 0.1 }])
    expect(faultOf({ ...model, AI_FIRST_TOKEN_SECONDS: '121' })).toMatch(/^AI_FIRST_TOKEN_SECONDS must be between 1 and 120/)
    expect(faultOf({ ...model, AI_CACHED_TOKEN_RATE: '2' })).toMatch(/^AI_CACHED_TOKEN_RATE must be a number from 0 to 1/)
    expect(budgetLimits(readEnv(model))).toEqual({ all: undefined, visitors: 2_000_000 })
  })

  test('an embedding model needs the URL, but no chat model', () => {
    const [AI_BASE_URL, AI_EMBEDDING_MODEL] = ['http://localhost:8080/v1', 'small']
    expect(faultOf({ AI_EMBEDDING_MODEL })).toMatch(/^AI_BASE_URL is needed with AI_EMBEDDING_MODEL/)
    expect(faultOf({ AI_BASE_URL, AI_EMBEDDING_MODEL })).toBeUndefined()
    expect(faultOf({ AI_BASE_URL, AI_EMBEDDING_MODEL, AI_FALLBACK_BASE_URL: AI_BASE_URL })).toMatch(
      /^AI_FALLBACK_MODEL is needed/,
    )
  })

  test('an external database in production needs a SECRET', () => {
    expect(faultOf({ NODE_ENV: 'production', DATABASE_URL: 'postgres://localhost/duo' })).toMatch(/^SECRET is needed/)
    expect(faultOf({ NODE_ENV: 'test', DATABASE_URL: 'postgres://localhost/duo' })).toBeUndefined()
  })

  test.each([exampleOf('SECRET'), 'better-auth-secret-12345678901234567890'])(
    'rejects a published secret (%s) in production',
    (SECRET) => {
      expect(faultOf({ NODE_ENV: 'production', SECRET })).toMatch(/^SECRET is a published example/)
      expect(faultOf({ SECRET })).toMatch(/^SECRET is a published example/)
    },
  )

  test.each(['GOOGLE', 'LINKEDIN', 'TWITTER'])('%s needs both of its keys', (provider) => {
    const [id, secret] = [`${provider}_CLIENT_ID`, `${provider}_CLIENT_SECRET`]
    expect(faultOf({ [id]: 'x' })).toMatch(new RegExp(`^${secret} is needed with ${id}`))
    expect(faultOf({ [secret]: 'x' })).toMatch(new RegExp(`^${id} is needed with ${secret}`))
    expect(faultOf({ [id]: 'x', [secret]: 'y' })).toBeUndefined()
  })
})

test('a test server has only the settings it is given, none from the shell or .env', () => {
  onTestFinished(() => void vi.unstubAllEnvs())
  for (const key of envKeys) vi.stubEnv(key, exampleOf(key))
  const environment = onlySettings({ PORT: '0' })
  expect(readEnv(environment)).toEqual(readEnv({ PORT: '0' }))
  expect(environment).toMatchObject({ PATH: process.env.PATH, PUBLIC_URL: '' })
})

test('.env.example names every setting and works unchanged', () => {
  const example = readFileSync(join(root, '.env.example'), 'utf8')
  for (const key of envKeys) expect(example).toMatch(new RegExp(`^#? ?${key}=`, 'm'))
  expect(readEnv(parseEnv(example))).toEqual(readEnv({}))
})

test('a direct database URL requires a pooled one', () => {
  expect(faultOf({ DATABASE_DIRECT_URL: exampleOf('DATABASE_DIRECT_URL') })).toMatch(
    /^DATABASE_URL is needed with DATABASE_DIRECT_URL, for example/,
  )
})

test('prepared statements are on except behind a pooler, unless set explicitly', () => {
  const isOn = (settings: Record<string, string>) => usesPreparedStatements(readEnv({ NODE_ENV: 'test', ...settings }))
  const DATABASE_URL = exampleOf('DATABASE_URL')
  const pooled = { DATABASE_URL, DATABASE_DIRECT_URL: exampleOf('DATABASE_DIRECT_URL') }
  expect([isOn({}), isOn({ DATABASE_URL }), isOn(pooled)]).toEqual([true, true, false])
  expect([isOn({ DATABASE_URL, PREPARED_STATEMENTS: 'off' }), isOn({ ...pooled, PREPARED_STATEMENTS: 'on' })]).toEqual([
    false,
    true,
  ])
})

test('the feature table shows for every optional feature whether it is on and which key controls it', () => {
  const off = featureTable(optionalFeatures(readEnv({})))
  expect(off).toMatch(/Mail delivery +off +caught, read them at \/dev\/mail +SMTP_URL/)
  const on = featureTable(optionalFeatures(readEnv({ SMTP_URL: 'smtp://localhost' })))
  expect(on).toMatch(/Mail delivery +on +by SMTP/)
  expect(off).toMatch(/Waitlist reminders +off +none is sent +WAITLIST_REMINDERS/)
  expect(off).toMatch(/Monthly place mails +off +none is sent +WAITLIST_PLACE_MAILS/)
  const sent = { WAITLIST_REMINDERS: 'on', WAITLIST_PLACE_MAILS: 'on' }
  expect(featureTable(optionalFeatures(readEnv(sent)))).toMatch(/Waitlist reminders +on +to who has not confirmed/)
  const unsent = { ...sent, DATABASE_URL: 'postgres://localhost/duo', SECRET: 'x'.repeat(32) }
  expect(featureTable(optionalFeatures(readEnv(unsent)))).toMatch(
    /Monthly place mails +off +none is sent: they need a mail server/,
  )
  expect(off).toMatch(/Tag manager +off +no tracking, nothing to consent to +GTM_ID/)
  expect(featureTable(optionalFeatures(readEnv({ GTM_ID: 'GTM-AB12CD3' })))).toMatch(/Tag manager +on +once a visitor consents/)
  expect(off).toMatch(/Spreadsheet copy +off +follow-up answers stay in Postgres only +FOLLOWUP_FORM_URL, FOLLOWUP_FORM_FIELDS/)
  const [FOLLOWUP_FORM_URL, FOLLOWUP_FORM_FIELDS] = ['https://forms.example.com/answers', exampleOf('FOLLOWUP_FORM_FIELDS')]
  expect(featureTable(optionalFeatures(readEnv({ FOLLOWUP_FORM_URL, FOLLOWUP_FORM_FIELDS })))).toMatch(
    /Spreadsheet copy +on +by a form at forms\.example\.com/,
  )
  expect(off).toMatch(/Sign-in with Google +off +no button +GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET/)
  expect(off).toMatch(/Email confirmation +on +before the first sign-in +CONFIRM_EMAIL/)
  const social = { GOOGLE_CLIENT_ID: 'x', GOOGLE_CLIENT_SECRET: 'y', LINKEDIN_CLIENT_ID: 'x', LINKEDIN_CLIENT_SECRET: 'y' }
  const withProviders = featureTable(optionalFeatures(readEnv({ ...social, CONFIRM_EMAIL: 'off' })))
  expect(withProviders).toMatch(/Sign-in with Google +on +by accounts\.google\.com/)
  expect(withProviders).toMatch(/Sign-in with LinkedIn +on +on the sign-in page/)
  expect(withProviders).toMatch(/Email confirmation +off +accounts can be used at once/)
  const waiting = featureTable(optionalFeatures(readEnv({ DATABASE_URL: 'postgres://localhost/duo', SECRET: 'x'.repeat(32) })))
  expect(waiting).toMatch(/Mail delivery +off +waiting in the queue/)
  expect(off).toMatch(/Language model +off +agents answer from their notes +AI_BASE_URL, AI_MODEL/)
  const [AI_BASE_URL, AI_MODEL] = ['http://localhost:8080/v1', 'local']
  expect(featureTable(optionalFeatures(readEnv({ AI_BASE_URL, AI_MODEL })))).toMatch(
    /Language model +on +local at localhost:8080/,
  )
  expect(off).toMatch(/Search by meaning +off +notes are found by their words +AI_EMBEDDING_MODEL, AI_BASE_URL/)
  expect(featureTable(optionalFeatures(readEnv({ AI_BASE_URL, AI_MODEL, AI_EMBEDDING_MODEL: 'small' })))).toMatch(
    /Search by meaning +on +small at localhost:8080/,
  )
  expect(off).toMatch(/Metrics +off +none +METRICS_PORT, METRICS_HOST, METRICS_TOKEN/)
  const METRICS_TOKEN = 'x'.repeat(32)
  expect(featureTable(optionalFeatures(readEnv({ METRICS_TOKEN })))).toMatch(
    /Metrics +on +\/metrics on the server's port, with the token/,
  )
  expect(featureTable(optionalFeatures(readEnv({ METRICS_PORT: '9464' })))).toMatch(
    /Metrics +on +\/metrics on 127\.0\.0\.1:9464 /,
  )
  expect(off).toMatch(/Traces +off +none +OTEL_EXPORTER_OTLP_ENDPOINT/)
  const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://localhost:4318'
  expect(featureTable(optionalFeatures(readEnv({ OTEL_EXPORTER_OTLP_ENDPOINT })))).toMatch(/Traces +on +sent to localhost:4318/)
  const open = featureTable(optionalFeatures(readEnv({ PUBLIC_URL: 'https://goduo.example' })))
  expect(open).toMatch(/Mail delivery +off +waiting in the queue[^;]+$/m)
  expect(off).toMatch(/Public address +off +this machine only/)
  expect(off).toMatch(/Security contact +off +missing: no \/\.well-known\/security\.txt +SECURITY_CONTACT, MAIL_FROM/)
  expect(off).toMatch(
    /Legal pages +off +missing: the controller and the contact for personal data: no Contact in the footer +LEGAL_CONTROLLER, LEGAL_CONTACT/,
  )
  const controller = { LEGAL_CONTROLLER: 'Duo Ltda.' }
  expect(featureTable(optionalFeatures(readEnv(controller)))).toMatch(/Legal pages +off +missing: the contact for personal data/)
  expect(featureTable(optionalFeatures(readEnv({ ...controller, LEGAL_CONTACT: 'privacy@goduo.example' })))).toMatch(
    /Legal pages +on +Duo Ltda\., privacy@goduo\.example/,
  )
  const MAIL_FROM = 'Duo <hello@goduo.example>'
  expect(featureTable(optionalFeatures(readEnv({ MAIL_FROM })))).toMatch(/Security contact +on +mailto:hello@goduo\.example/)
  const SECURITY_CONTACT = 'https://goduo.example/security'
  expect(featureTable(optionalFeatures(readEnv({ MAIL_FROM, SECURITY_CONTACT })))).toMatch(
    /Security contact +on +https:\/\/goduo\.example\/security/,
  )
})

test('a publicly reachable server without SMTP reports that mails wait and how to read them; development shows them anyway', () => {
  const table = (settings: object) => featureTable(optionalFeatures(readEnv({ HOST: '0.0.0.0', ...settings })))
  const container = table({})
  expect(container).toMatch(
    /Mail delivery +off +waiting in the queue until SMTP is set +SMTP_URL.+HOST=127\.0\.0\.1 .+\/dev\/mail$/m,
  )
  expect(container).toMatch(/Public address +off +none, reached by IP address/)
  expect(table({ NODE_ENV: 'development' })).toMatch(
    /Mail delivery +off +caught, read them at \/dev\/mail +SMTP_URL, MAIL_FROM$/m,
  )
  expect(table({ SMTP_URL: 'smtp://localhost' })).toMatch(/Mail delivery +on +by SMTP +SMTP_URL, MAIL_FROM$/m)
})
