import { errorCode } from '@duo/db/errors.ts'
import type { Db } from '@duo/db/index.ts'
import { redact } from '@duo/platform/server/redact.ts'
import type { World } from '@duo/platform/server/trpc.ts'
import { type BetterAuthOptions, type BetterAuthPlugin, betterAuth } from 'better-auth'
import { APIError, createAuthEndpoint, getOAuthState } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { v7 as uuid } from 'uuid'
import { z } from 'zod'
import { nameMaxLength, passwordMaxLength, passwordMinLength, sessionDays, tidyName } from '../../rules.ts'
import { confirm, confirmPerson, type OnConfirmed, signUpAgain } from '../email-verification/verify-email.ts'
import { record } from '../events/account-events.ts'
import { queueMail } from '../mail/account-mail-job.ts'
import { passFirstFactor, verifyPassword } from '../second-factor/first-factor.ts'
import { cookiePrefix, cookieSecret, tokenIn } from '../sessions/sessions.ts'
import { actorOf } from '../sign-in/sign-in.ts'
import { claimSignUp } from '../sign-in/sign-up.ts'
import { nextIn } from './allowed-endpoints.ts'
import type { CallState } from './call-state.ts'
import { builtIn, discovered, type ProviderKeys } from './providers.ts'

interface Parts {
  world: World
  keys: ProviderKeys
  onConfirmed: readonly OnConfirmed[]
  /** The call that is being worked on. */
  current: () => CallState | undefined
}

/** better-auth, set up. What it could do beyond the calls of allowed-endpoints.ts is switched off. */
export function betterAuthFor(parts: Parts) {
  const { world, keys, current } = parts
  const note = (failure: unknown) => {
    const call = current()
    if (call) call.failure ??= failure
  }
  return betterAuth({
    appName: 'Duo',
    baseURL: world.publicUrl,
    basePath: '/api/auth',
    secret: cookieSecret(world.secret),
    // the door has checked that the host is ours: the same site under another of its names
    trustedOrigins: (request) => (request ? [new URL(request.url).origin] : []),
    database: { db: withTransactionsSeen(world.db, current), type: 'postgres', transaction: true },
    ...tables,
    emailAndPassword: {
      enabled: true,
      requireEmailVerification: world.confirmsEmail,
      minPasswordLength: passwordMinLength,
      maxPasswordLength: passwordMaxLength,
      password: {
        hash: async (password) => current()?.hash ?? world.passwords.hash(password),
        verify: (given) => verifyPassword(world, current(), given),
      },
      onExistingUserSignUp: async ({ user }) => {
        const { body = {}, hash, locale: language = 'en', repeatable } = current() ?? {}
        if (!hash) return
        await signUpAgain(world.db, user, { name: String(body.name), hash, language, next: nextIn(body), repeatable })
      },
    },
    databaseHooks: hooks(parts),
    socialProviders: builtIn(keys),
    plugins: [discovered(keys), confirmations(parts)],
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    // what is not an answer is thrown at us, instead of printed
    onAPIError: { errorURL: '/auth', throw: true },
    logger: {
      level: 'error',
      disableColors: true,
      log: (_level, message, ...details: unknown[]) => {
        const failure = details.find((detail) => detail instanceof Error)
        if (failure) note(failure)
        world.log.warn({ source: 'better-auth', err: failure }, redact(message))
      },
    },
    advanced: {
      cookiePrefix: cookiePrefix(world.publicUrl),
      // its own prefix is __Secure-, ours is stricter
      useSecureCookies: false,
      defaultCookieAttributes: { secure: world.publicUrl.startsWith('https:') },
      disableOriginCheck: false,
      disableCSRFCheck: false,
      ipAddress: { disableIpTracking: true },
      database: { generateId: () => uuid(), validateSchema: false },
    },
  })
}

/** Our names for its tables and columns (db/migrations/0007-auth.ts). */
const moments = { createdAt: 'created_at', updatedAt: 'updated_at' }
const tables = {
  user: {
    modelName: 'auth_user',
    fields: { emailVerified: 'email_verified', ...moments },
    additionalFields: { language: { type: 'string', required: false, input: true } },
    validateUserInfo: ({ user, source }) =>
      source.method === 'oauth' && source.action === 'create-user' && user.emailVerified !== true
        ? { error: 'email_not_confirmed' }
        : undefined,
  },
  session: {
    modelName: 'auth_session',
    fields: { userId: 'user_id', expiresAt: 'expires_at', ipAddress: 'ip_address', userAgent: 'user_agent', ...moments },
    additionalFields: { deviceId: { type: 'string', required: false, input: false, returned: false, fieldName: 'device_id' } },
    expiresIn: sessionDays * 86_400,
    // sessions.ts prolongs
    disableSessionRefresh: true,
    cookieCache: { enabled: false },
  },
  account: {
    modelName: 'auth_account',
    fields: {
      userId: 'user_id',
      providerId: 'provider_id',
      accountId: 'account_id',
      accessToken: 'access_token',
      refreshToken: 'refresh_token',
      idToken: 'id_token',
      accessTokenExpiresAt: 'access_token_expires_at',
      refreshTokenExpiresAt: 'refresh_token_expires_at',
      ...moments,
    },
    updateAccountOnSignIn: false,
    accountLinking: { enabled: true, trustedProviders: [], requireLocalEmailVerified: true, allowDifferentEmails: false },
  },
  verification: {
    modelName: 'auth_verification',
    fields: { expiresAt: 'expires_at', ...moments },
    storeIdentifier: 'hashed',
  },
} satisfies Pick<BetterAuthOptions, 'user' | 'session' | 'account' | 'verification'>

/** Handles of transactions are better-auth's own business; what has to be stored together with its rows needs to see them. */
function withTransactionsSeen(db: Db, current: Parts['current']): Db {
  const transaction = () => ({
    execute: <T>(work: (tx: Db) => Promise<T>) =>
      db.transaction().execute(async (tx) => {
        const call = current()
        if (!call) return work(tx)
        call.tx = tx
        try {
          return await work(tx)
        } finally {
          delete call.tx
        }
      }),
  })
  return new Proxy(db, {
    get(target, key) {
      if (key === 'transaction') return transaction
      const value: unknown = Reflect.get(target, key, target)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
}

/** What a provider lets us do in somebody's name is not kept. */
const noTokens = {
  accessToken: null,
  refreshToken: null,
  idToken: null,
  accessTokenExpiresAt: null,
  refreshTokenExpiresAt: null,
  scope: null,
}

function hooks({ world, onConfirmed, current }: Parts): BetterAuthOptions['databaseHooks'] {
  return {
    user: {
      create: {
        before: async (user) => {
          const name = tidyName(user.name).slice(0, nameMaxLength) || (user.email.split('@')[0] ?? 'Duo')
          return { data: { ...user, name, image: null, language: user.language ?? current()?.locale ?? 'en' } }
        },
      },
    },
    account: {
      create: {
        // in the transaction of the sign-up: the account, its mail and what it claims exist together or not at all
        before: async (account) => {
          const call = current()
          const db = call?.tx ?? world.db
          if (account.providerId !== 'credential') {
            await confirmPerson(db, account.userId, onConfirmed)
            await record(db, world, { userId: account.userId }, { kind: 'provider_linked', actor: call ? actorOf(call) : null })
          } else if (call?.path === '/sign-up/email') {
            await claimSignUp(db, call.repeatable, account.userId)
            await queueMail(db, {
              kind: 'confirm',
              email: String(call.body.email),
              language: call.locale,
              userId: account.userId,
              next: nextIn(call.body),
            })
          }
          return { data: { ...account, ...(account.providerId === 'credential' ? {} : noTokens) } }
        },
      },
      update: { before: async (account) => ({ data: { ...account, ...('password' in account ? {} : noTokens) } }) },
    },
    session: {
      create: {
        before: async (session) => {
          const call = current()
          if (call) call.comesBackTo = (await getOAuthState())?.callbackURL ?? ''
          const deviceId = call ? await passFirstFactor(world, call, session.userId) : null
          // the door answers with the second step instead
          if (deviceId === null)
            throw new APIError('FORBIDDEN', { code: 'SECOND_FACTOR_REQUIRED', message: 'Second factor required' })
          return { data: { ...session, ipAddress: null, userAgent: session.userAgent?.slice(0, 400), deviceId } }
        },
      },
    },
  }
}

/** `POST /confirm-email`: opens the link of a confirmation mail, and signs in whom it confirms, once. */
function confirmations({ world, onConfirmed, current }: Parts) {
  const refuse = (code: string, message: string) => new APIError('BAD_REQUEST', { code, message })
  return {
    id: 'duo-confirmations',
    endpoints: {
      confirmEmail: createAuthEndpoint(
        '/confirm-email',
        { method: 'POST', body: z.object({ token: z.string() }) },
        async (ctx) => {
          const call = current()
          const token = (call && tokenIn(world, call.headers)?.token) ?? null
          const outcome = await confirm(
            { ...world, onConfirmed, token, actor: call ? actorOf(call) : null },
            ctx.body.token,
          ).catch((error: unknown) => {
            if (errorCode(error) === uniqueViolation) throw refuse('EMAIL_TAKEN', 'Another account has this address')
            throw error
          })
          if (outcome.is === 'invalid') throw refuse('INVALID_TOKEN', 'Invalid token')
          if (outcome.is === 'confirmed') {
            const user = await ctx.context.internalAdapter.findUserById(outcome.userId)
            const session = user && (await ctx.context.internalAdapter.createSession(outcome.userId))
            if (user && session) await setSessionCookie(ctx, { session, user })
          }
          return ctx.json({ status: outcome.is })
        },
      ),
    },
  } satisfies BetterAuthPlugin
}

const uniqueViolation = '23505'
