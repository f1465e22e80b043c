import type { BetterAuthOptions } from 'better-auth'
import { type GenericOAuthConfig, genericOAuth } from 'better-auth/plugins'
import type { Provider } from '../../schema.ts'

interface Keys {
  clientId: string
  clientSecret: string
}

/** The keys of the providers that are set. */
export interface ProviderKeys {
  google?: (Keys & { discoveryUrl: string }) | undefined
  linkedin?: Keys | undefined
  twitter?: Keys | undefined
}

export const configuredProviders = (keys: ProviderKeys): Provider[] =>
  (['google', 'linkedin', 'twitter'] as const).filter((provider) => keys[provider] !== undefined)

/**
 * Google through discovery, so that a local OpenID provider can stand in for it; better-auth's own Google has its addresses built in. The
 * code flow with PKCE, state and a nonce; only an ID token whose signature holds says who somebody is.
 */
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

/** The providers that better-auth knows by itself: their quirks are theirs (LinkedIn's OpenID has no nonce, X has no ID token). */
export function builtInProviders({ linkedin, twitter }: ProviderKeys): NonNullable<BetterAuthOptions['socialProviders']> {
  return {
    ...(linkedin && { linkedin }),
    ...(twitter && {
      twitter: {
        ...twitter,
        // without offline.access, which better-auth would add: nothing is done there in anybody's name
        disableDefaultScope: true,
        scope: ['users.read', 'tweet.read', 'users.email'],
        // X gives an address only to some apps; better-auth would make one up
        mapProfileToUser: ({ data }) => (data.email ? {} : { email: '' }),
      },
    }),
  }
}
