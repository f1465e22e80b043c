import { createHash, createHmac, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { allJobs } from '@duo/features/server'
import { createQueues } from '@duo/platform/server/jobs/queue.ts'
import { encodeCBOR } from '@levischuck/tiny-cbor'
import { afterAll } from 'vitest'
import { createConfirmedAccount, newAddress, password, testBrowser, tokenIn } from './accounts.ts'
import { testApp } from './test-app.ts'

type App = Awaited<ReturnType<typeof testApp>>
type Inbox = Awaited<ReturnType<App['mails']>>
export type Browser = ReturnType<typeof testBrowser>

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const base64url = (data: string | Buffer) => Buffer.from(data).toString('base64url')

interface ChallengeOptions {
  challenge: string
  rpId?: string
  rp?: { id?: string }
}

/** Claims in an authenticator's response; `verified` is user verification. */
interface Claims {
  origin?: string
  verified?: boolean
  counter?: number
}

/** A software authenticator with one passkey (ES256). */
export function testAuthenticator(url: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(32)
  let used = 0
  const clientData = (type: string, challenge: string, origin = url) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const authData = (rpId: string, flags: number, counter: number) => {
    const head = Buffer.alloc(5)
    head.writeUInt8(flags)
    head.writeUInt32BE(counter, 1)
    return Buffer.concat([sha256(rpId), head])
  }
  const credential = { id: base64url(id), rawId: base64url(id), type: 'public-key' as const }
  return {
    create: (options: ChallengeOptions, { origin, verified = true }: Claims = {}) => {
      const key = encodeCBOR(
        new Map<number, number | Uint8Array>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
          [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
        ]),
      )
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const flags = verified ? 0x45 : 0x41
      const data = Buffer.concat([authData(options.rp?.id ?? '', flags, 0), Buffer.alloc(16), length, id, key])
      const attestation = new Map<string, string | Uint8Array | Map<string, string>>([
        ['fmt', 'none'],
        ['attStmt', new Map<string, string>()],
        ['authData', new Uint8Array(data)],
      ])
      return {
        ...credential,
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', options.challenge, origin)),
          attestationObject: base64url(Buffer.from(encodeCBOR(attestation))),
          transports: ['internal'],
        },
        clientExtensionResults: {},
      }
    },
    sign: ({ challenge, rpId = '' }: ChallengeOptions, { origin, verified = true, counter = ++used }: Claims = {}) => {
      const data = authData(rpId, verified ? 0x05 : 0x01, counter)
      const client = clientData('webauthn.get', challenge, origin)
      const signature = createSign('sha256')
        .update(Buffer.concat([data, sha256(client)]))
        .sign(privateKey)
      return {
        ...credential,
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(data),
          signature: base64url(signature),
        },
        clientExtensionResults: {},
      }
    },
  }
}

/** Returns the code that an authenticator app shows `stepsAway` steps of 30 s from now (RFC 6238). */
export function codeOf(secret: string, stepsAway = 0): string {
  const bits = [...secret]
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const step = Buffer.alloc(8)
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + stepsAway))
  const mac = createHmac('sha1', key).update(step).digest()
  const at = (mac[19] ?? 0) & 15
  return String((mac.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

/** Waits out the end of a time step, so that test and server agree on it for seconds. */
export async function earlyInStep(): Promise<void> {
  const left = 30_000 - (Date.now() % 30_000)
  // a timer may fire a millisecond early
  if (left < 5_000) await sleep(left + 50)
}

/** Returns a code that is wrong within hours, because the server recognises the code of a wrong clock. */
export function wrongCode(secret: string): string {
  const near = new Set(Array.from({ length: 620 }, (_, index) => codeOf(secret, index - 310)))
  return ['000000', '111111', '222222', '333333'].find((code) => !near.has(code)) ?? ''
}

/** Sets up one-time codes; `code` is the one that confirmed them, which is used from then on. */
export async function enrolCodes(browser: Browser, word = password) {
  const { data: started } = await browser.call('auth.startCodes', { password: word })
  const { secret } = started as { secret: string }
  const code = codeOf(secret)
  const { data } = await browser.call('auth.confirmCodes', { code }, newClientHeaders())
  return { secret, code, recoveryCodes: (data as { recoveryCodes: string[] }).recoveryCodes }
}

export async function enrolPasskey(browser: Browser, url: string, name = 'Laptop') {
  const key = testAuthenticator(url)
  const { data } = await browser.call('auth.passkeyOptions', { password })
  const { options } = data as { options: ChallengeOptions }
  const added = await browser.call('auth.addPasskey', { response: key.create(options), name })
  return { key, added: added.data as { error: string | null; recoveryCodes: string[] | null } }
}

let hosts = 0
/** Returns headers of a caller from another network each time. */
export const newClientHeaders = () => ({ 'x-forwarded-for': `198.18.${(++hosts >> 8) & 255}.${hosts & 255}` })

/** Returns the signed-in address, or null. */
export const getSignedInEmail = async (browser: Browser) =>
  ((await browser.call('auth.session')).data as { user: { email: string } } | null)?.user.email

export const wrongCodeAnswer = { data: { error: 'wrong_code' } }
export const usedCodeAnswer = { data: { error: 'used_code' } }
export const stepExpired = { data: { error: 'step_over' } }
export const passkeyRefusedAnswer = { data: { error: 'passkey_refused' } }

/** Starts an app with mails and queues for one test file, with helpers for accounts with second factors. */
export async function factorApp(settings: Record<string, string> = {}) {
  const app = await testApp({ TRUST_PROXY: '1', ...settings })
  // otherwise created by the server's start
  await createQueues(app.db, allJobs)
  const inbox = await app.mails()
  afterAll(app.close)
  return { app, inbox, ...accountsOf(app), ...peopleOf(app, inbox) }
}

function accountsOf({ db }: App) {
  const idOf = async (email: string) =>
    (await db.selectFrom('auth_user').where('email', '=', email).select('id').executeTakeFirstOrThrow()).id
  return {
    idOf,
    /** Lets the newest code of an account be used again, as after 30 s. */
    nextCode: async (email: string) =>
      db
        .updateTable('auth_one_time_codes')
        .set({ last_step: 0, used_steps: [] })
        .where('user_id', '=', await idOf(email))
        .execute(),
    /** Kinds of an account's events, newest first. */
    trail: async (email: string): Promise<string[]> => {
      const rows = await db
        .selectFrom('auth_event as event')
        .innerJoin('auth_user as person', 'person.id', 'event.user_id')
        .where('person.email', '=', email)
        .select('event.kind')
        .orderBy('event.at', 'desc')
        .orderBy('event.id', 'desc')
        .execute()
      return rows.map(({ kind }) => kind)
    },
  }
}

function peopleOf(app: App, inbox: Inbox) {
  const { nextCode } = accountsOf(app)

  /** Takes the oldest unread mail to an address with a matching subject and discards the others. */
  const mailTo = async (email: string, subject: RegExp) => {
    for (;;) {
      const mail = await inbox.next(email)
      if (subject.test(mail.subject)) return mail
    }
  }
  const tokenOf = async (email: string, subject: RegExp) => tokenIn((await mailTo(email, subject)).text)

  /** A confirmed account, signed in, whose welcome mail is read. */
  const member = async (overrides: { language?: string } = {}) => {
    const { browser, person } = await createConfirmedAccount(app, inbox, overrides)
    await inbox.next(person.email)
    return { browser, person }
  }

  return {
    mailTo,
    tokenOf,
    member,
    withCodes: async (overrides: { language?: string } = {}) => {
      const { browser, person } = await member(overrides)
      const factor = await enrolCodes(browser)
      await inbox.next(person.email)
      await nextCode(person.email)
      return { browser, person, ...factor }
    },
    /** A new browser that has passed the password step. */
    signInToChallenge: async (person: { email: string }, word = password) => {
      const browser = testBrowser(app.url)
      const answer = await browser.auth('sign-in/email', { email: person.email, password: word }, newClientHeaders())
      return { browser, answer }
    },
    /** Sets a new password through a mailed link. */
    reset: async (email: string, newPassword: string, browser = testBrowser(app.url)) => {
      await browser.call('auth.requestPasswordReset', { email }, newClientHeaders())
      const token = await tokenOf(email, /Choose a new password/)
      return browser.call('auth.resetPassword', { token, newPassword }, newClientHeaders())
    },
    /** Requests an address change. `open` opens its link in the same browser. */
    move: async (browser: Browser, email = newAddress()) => {
      await browser.call('auth.changeEmail', { email, password })
      const link = tokenIn((await inbox.next(email)).text)
      return { email, open: () => browser.call('auth.confirmEmail', { token: link }) }
    },
  }
}
