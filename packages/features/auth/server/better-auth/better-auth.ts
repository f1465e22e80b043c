import { kyselyAdapter } from '@better-auth/kysely-adapter'
import type { Db } from '@duo/db/index.ts'
import { redact } from '@duo/platform/server/redact.ts'
import type { AppContext } from '@duo/platform/server/trpc.ts'
import { graphemesOf } from '@duo/platform/shared/text/graphemes.ts'
import { hasVisibleText } from '@duo/platform/shared/text/visible-text.ts'
import { type BetterAuthOptions, betterAuth } from 'better-auth'
import { APIError, getOAuthState } from 'better-auth/api'
import { v7 as uuid } from 'uuid'
import { nameInputMaxLength, nameMaxLength, normalizeName, passwordMaxLength, passwordMinLength } from '../../rules.ts'
import { markEmailVerified, reclaimUnverifiedAccount } from '../email-verification/verify-email.ts'
import { recordEvent } from '../events/account-events.ts'
import { enqueueAccountMail } from '../mail/account-mail-job.ts'
import { cookiePrefix, cookieSecret } from '../sessions/sessions.ts'
import { type CallState, redirectPathOf } from '../sign-in/call-state.ts'
import { passFirstFactor, verifyPassword } from '../sign-in/first-factor.ts'
import { actorOfCaller } from '../sign-in/sign-in-caller.ts'
import { claimSignUp } from '../sign-in/sign-up.ts'
import { tables } from './better-auth-tables.ts'
import { builtInProviders, openIdPlugin, type ProviderKeys } from './providers.ts'

export interface BetterAuthDeps {
  context: AppContext
  keys: ProviderKeys
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
    database: adapter(context.db, current),
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
        const { body = {}, hash, locale: language = 'en', idempotentCall, mailId } = current() ?? {}
        if (!hash) return
        await reclaimUnverifiedAccount(context, user, {
          name: String(body.name),
          hash,
          language,
          next: redirectPathOf(body),
          idempotentCall,
          mailId,
        })
      },
    },
    databaseHooks: hooks(parts),
    socialProviders: builtInProviders(keys),
    plugins: [openIdPlugin(keys)],
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

/** The library's own adapter, whose transactions a call knows, so that our rows are stored in the same one. */
const adapter =
  (db: Db, current: BetterAuthDeps['current']) =>
  (options: BetterAuthOptions): ReturnType<ReturnType<typeof kyselyAdapter>> => ({
    ...kyselyAdapter(db, { type: 'postgres' })(options),
    transaction: (work) =>
      db.transaction().execute(async (tx) => {
        const call = current()
        if (call) call.tx = tx
        try {
          return await work(kyselyAdapter(tx, { type: 'postgres' })(options))
        } finally {
          delete call?.tx
        }
      }),
  })

/** We call no provider on a user's behalf, so we store no tokens. */
const noTokens = {
  accessToken: null,
  refreshToken: null,
  idToken: null,
  accessTokenExpiresAt: null,
  refreshTokenExpiresAt: null,
  scope: null,
}

function hooks({ context, current }: BetterAuthDeps): BetterAuthOptions['databaseHooks'] {
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
            await markEmailVerified(db, account.userId, context.accountHooks)
            await recordEvent(
              db,
              context,
              { userId: account.userId },
              { kind: 'provider_linked', actor: call ? actorOfCaller(call) : null },
            )
          } else if (call?.path === '/sign-up/email') {
            await claimSignUp(db, call.idempotentCall, account.userId)
            await enqueueAccountMail(db, {
              id: call.mailId,
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
          const passed = call && { userId: session.userId, provenHash: call.provenHash }
          const outcome = passed && (await passFirstFactor(call.tx ?? context.db, context, call, passed))
          if (call && outcome?.needsSecondStep) call.challengedUserId = session.userId
          const deviceId = outcome?.deviceId ?? null
          if (deviceId === null)
            throw new APIError('FORBIDDEN', { code: 'SECOND_FACTOR_REQUIRED', message: 'Second factor required' })
          return { data: { ...session, ipAddress: null, userAgent: session.userAgent?.slice(0, 400), deviceId } }
        },
      },
    },
  }
}
