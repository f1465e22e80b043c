import { errorCode } from '@duo/db/errors.ts'
import type { Db } from '@duo/db/index.ts'
import { redact } from '@duo/platform/server/redact.ts'
import type { AppContext } from '@duo/platform/server/trpc.ts'
import { graphemesOf } from '@duo/platform/shared/text/graphemes.ts'
import { hasVisibleText } from '@duo/platform/shared/text/visible-text.ts'
import { type BetterAuthOptions, type BetterAuthPlugin, betterAuth } from 'better-auth'
import { APIError, createAuthEndpoint, getOAuthState } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { v7 as uuid } from 'uuid'
import { z } from 'zod'
import { nameInputMaxLength, nameMaxLength, normalizeName, passwordMaxLength, passwordMinLength } from '../../rules.ts'
import {
  type EmailVerifiedHook,
  markEmailVerified,
  reclaimUnverifiedAccount,
  verifyEmail,
} from '../email-verification/verify-email.ts'
import { recordEvent } from '../events/account-events.ts'
import { enqueueAccountMail } from '../mail/account-mail-job.ts'
import { passFirstFactor, verifyPassword } from '../second-factor/first-factor.ts'
import { cookiePrefix, cookieSecret, readToken } from '../sessions/sessions.ts'
import { actorOfCaller } from '../sign-in/sign-in-caller.ts'
import { claimSignUp } from '../sign-in/sign-up.ts'
import { redirectPathOf } from './allowed-endpoints.ts'
import { tables } from './better-auth-tables.ts'
import type { CallState } from './call-state.ts'
import { builtInProviders, openIdPlugin, type ProviderKeys } from './providers.ts'

interface BetterAuthDeps {
  context: AppContext
  keys: ProviderKeys
  onEmailVerified: readonly EmailVerifiedHook[]
  current: () => CallState | undefined
}

export function createBetterAuth(parts: BetterAuthDeps) {
  const { context, keys, current } = parts
  const recordFailure = (failure: unknown) => {
    const call = current()
    if (call) call.failure ??= failure
  }
  return betterAuth({
    appName: 'Duo',
    baseURL: context.publicUrl,
    basePath: '/api/auth',
    secret: cookieSecret(context.secret),
    trustedOrigins: (request) => (request ? [new URL(request.url).origin] : []),
    database: { db: exposeTransaction(context.db, current), type: 'postgres', transaction: true },
    ...tables,
    emailAndPassword: {
      enabled: true,
      requireEmailVerification: context.confirmsEmail,
      minPasswordLength: passwordMinLength,
      maxPasswordLength: passwordMaxLength,
      password: {
        hash: async (password) => current()?.hash ?? context.passwords.hash(password),
        verify: (input) => verifyPassword(context, current(), input),
      },
      onExistingUserSignUp: async ({ user }) => {
        const { body = {}, hash, locale: language = 'en', idempotentCall } = current() ?? {}
        if (!hash) return
        await reclaimUnverifiedAccount(context.db, user, {
          name: String(body.name),
          hash,
          language,
          next: redirectPathOf(body),
          idempotentCall,
        })
      },
    },
    databaseHooks: hooks(parts),
    socialProviders: builtInProviders(keys),
    plugins: [openIdPlugin(keys), verificationPlugin(parts)],
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    onAPIError: { errorURL: '/auth', throw: true },
    logger: {
      level: 'error',
      disableColors: true,
      log: (_level, message, ...details: unknown[]) => {
        const failure = details.find((detail) => detail instanceof Error)
        if (failure) recordFailure(failure)
        context.log.warn({ source: 'better-auth', err: failure }, redact(message))
      },
    },
    advanced: {
      cookiePrefix: cookiePrefix(context.publicUrl),
      useSecureCookies: false,
      defaultCookieAttributes: { secure: context.publicUrl.startsWith('https:') },
      disableOriginCheck: false,
      disableCSRFCheck: false,
      ipAddress: { disableIpTracking: true },
      database: { generateId: () => uuid(), validateSchema: false },
    },
  })
}

/** Exposes better-auth's transactions, so that our rows are stored in the same one. */
function exposeTransaction(db: Db, current: BetterAuthDeps['current']): Db {
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

/** We call no provider on a user's behalf, so we store no tokens. */
const noTokens = {
  accessToken: null,
  refreshToken: null,
  idToken: null,
  accessTokenExpiresAt: null,
  refreshTokenExpiresAt: null,
  scope: null,
}

function hooks({ context, onEmailVerified, current }: BetterAuthDeps): BetterAuthOptions['databaseHooks'] {
  return {
    user: {
      create: {
        before: async (user) => {
          const given = graphemesOf(normalizeName(user.name).slice(0, nameInputMaxLength)).slice(0, nameMaxLength).join('')
          const name = hasVisibleText(given) ? given : (user.email.split('@')[0] ?? 'Duo')
          return { data: { ...user, name, image: null, language: user.language ?? current()?.locale ?? 'en' } }
        },
      },
    },
    account: {
      create: {
        // in the sign-up's transaction: account, mail and claims commit together
        before: async (account) => {
          const call = current()
          const db = call?.tx ?? context.db
          if (account.providerId !== 'credential') {
            await markEmailVerified(db, account.userId, onEmailVerified)
            await recordEvent(
              db,
              context,
              { userId: account.userId },
              { kind: 'provider_linked', actor: call ? actorOfCaller(call) : null },
            )
          } else if (call?.path === '/sign-up/email') {
            await claimSignUp(db, call.idempotentCall, account.userId)
            await enqueueAccountMail(db, {
              kind: 'confirm',
              email: String(call.body.email),
              language: call.locale,
              userId: account.userId,
              next: redirectPathOf(call.body),
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
          if (call) call.returnTo = (await getOAuthState())?.callbackURL ?? ''
          const deviceId = call ? await passFirstFactor(context, call, session.userId) : null
          if (deviceId === null)
            throw new APIError('FORBIDDEN', { code: 'SECOND_FACTOR_REQUIRED', message: 'Second factor required' })
          return { data: { ...session, ipAddress: null, userAgent: session.userAgent?.slice(0, 400), deviceId } }
        },
      },
    },
  }
}

/** `POST /confirm-email`: opens the link of a confirmation mail, and signs in once. */
function verificationPlugin({ context, onEmailVerified, current }: BetterAuthDeps) {
  const badRequest = (code: string, message: string) => new APIError('BAD_REQUEST', { code, message })
  return {
    id: 'duo-confirmations',
    endpoints: {
      confirmEmail: createAuthEndpoint(
        '/confirm-email',
        { method: 'POST', body: z.object({ token: z.string() }) },
        async (ctx) => {
          const call = current()
          const token = (call && readToken(context, call.headers)?.token) ?? null
          const outcome = await verifyEmail(
            { ...context, onEmailVerified, token, actor: call ? actorOfCaller(call) : null },
            ctx.body.token,
          ).catch((error: unknown) => {
            if (errorCode(error) === uniqueViolation) throw badRequest('EMAIL_TAKEN', 'Another account has this address')
            throw error
          })
          if (outcome.status === 'invalid') throw badRequest('INVALID_TOKEN', 'Invalid token')
          if (outcome.status === 'confirmed') {
            const user = await ctx.context.internalAdapter.findUserById(outcome.userId)
            const session = user && (await ctx.context.internalAdapter.createSession(outcome.userId))
            if (user && session) await setSessionCookie(ctx, { session, user })
          }
          return ctx.json({ status: outcome.status })
        },
      ),
    },
  } satisfies BetterAuthPlugin
}

const uniqueViolation = '23505'
