import type { BetterAuthOptions } from 'better-auth'
import { type GenericOAuthConfig, genericOAuth } from 'better-auth/plugins'
import type { Provider } from '../../rules.ts'

interface Keys {
  clientId: string
  clientSecret: string
}

export interface ProviderKeys {
  google?: (Keys & { discoveryUrl: string }) | undefined
  linkedin?: Keys | undefined
  twitter?: Keys | undefined
}

export const configuredProviders = (keys: ProviderKeys): Provider[] =>
  (['google', 'linkedin', 'twitter'] as const).filter((provider) => keys[provider] !== undefined)

/** Google through OpenID discovery, so that tests can use a local provider. Only a verified ID token identifies the user. */
export function openIdPlugin({ google }: ProviderKeys) {
  const config: GenericOAuthConfig[] = google
    ? [
        {
          providerId: 'google',
          ...google,
          scopes: ['openid', 'email', 'profile'],
          pkce: true,
          requireIdTokenVerification: true,
          disableProviderLogout: true,
          authorizationUrlParams: { prompt: 'select_account' },
        },
      ]
    : []
  return genericOAuth({ config })
}

/** Providers with quirks that better-auth handles: LinkedIn has no nonce, X has no ID token. */
export function builtInProviders({ linkedin, twitter }: ProviderKeys): NonNullable<BetterAuthOptions['socialProviders']> {
  return {
    ...(linkedin && { linkedin }),
    ...(twitter && {
      twitter: {
        ...twitter,
        disableDefaultScope: true, // omits offline.access, which better-auth would add
        scope: ['users.read', 'tweet.read', 'users.email'],
        /** X returns an e-mail to some apps only; better-auth would make one up. */
        mapProfileToUser: ({ data }) => (data.email ? {} : { email: '' }),
      },
    }),
  }
}
