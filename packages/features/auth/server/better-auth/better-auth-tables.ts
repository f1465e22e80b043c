import type { BetterAuthOptions } from 'better-auth'
import { sessionDays } from '../../rules.ts'

const timestampColumns = { createdAt: 'created_at', updatedAt: 'updated_at' }
export const tables = {
  user: {
    modelName: 'auth_user',
    fields: { emailVerified: 'email_verified', ...timestampColumns },
    additionalFields: { language: { type: 'string', required: false, input: true } },
    validateUserInfo: ({ user, source }) =>
      source.method === 'oauth' && source.action === 'create-user' && user.emailVerified !== true
        ? { error: 'email_not_confirmed' }
        : undefined,
  },
  session: {
    modelName: 'auth_session',
    fields: { userId: 'user_id', expiresAt: 'expires_at', ipAddress: 'ip_address', userAgent: 'user_agent', ...timestampColumns },
    additionalFields: { deviceId: { type: 'string', required: false, input: false, returned: false, fieldName: 'device_id' } },
    expiresIn: sessionDays * 86_400,
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
      ...timestampColumns,
    },
    updateAccountOnSignIn: false,
    accountLinking: { enabled: true, trustedProviders: [], requireLocalEmailVerified: true, allowDifferentEmails: false },
  },
  verification: {
    modelName: 'auth_verification',
    fields: { expiresAt: 'expires_at', ...timestampColumns },
    storeIdentifier: 'hashed',
  },
} satisfies Pick<BetterAuthOptions, 'user' | 'session' | 'account' | 'verification'>
