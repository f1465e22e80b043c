import type { Locale } from '@duo/platform/shared/locale.ts'
import type { Provider } from './schema.ts'
import type { SignedInUser } from './second-factor-schema.ts'

export type FirstStep = { user: SignedInUser; secondFactor?: undefined } | { secondFactor: true }

interface MailedLink {
  token: string
}

interface ProviderRedirect {
  input: { provider: Provider; callbackURL: string; errorCallbackURL: string }
  /** The provider's address, with our state in it. */
  result: { url: string }
}

interface Done {
  status: true
}

/**
 * What browsers post to below /api/auth: better-auth's endpoints, and ours that share its sign-in. Both the server's allowlist and the
 * browser's client are typed by this map, so that no name, input or result can differ. Everything else is a procedure.
 */
export interface AuthEndpoints {
  'sign-up/email': {
    input: { name: string; email: string; password: string; language?: Locale | undefined; next?: string | undefined }
    result: { user: SignedInUser }
  }
  'sign-in/email': { input: { email: string; password: string; rememberMe?: boolean | undefined }; result: FirstStep }
  'sign-in/social': ProviderRedirect
  'link-social': ProviderRedirect
  'sign-out': { input: Record<string, never>; result: { success: boolean } }
  'confirm-email': {
    input: MailedLink
    result: { status: 'confirmed' | 'changed' | 'already'; secondFactor?: undefined } | { secondFactor: true }
  }
  /** `mailed`: which mailbox gets the recovery link, the one of this mail or the account's. */
  'not-me': { input: MailedLink; result: { mailed: 'here' | 'elsewhere' } }
  'reset-password': { input: MailedLink & { newPassword: string }; result: Done }
  'change-password': { input: { currentPassword: string; newPassword: string }; result: { user: SignedInUser } }
  'send-verification-email': { input: { email: string; next?: string | undefined }; result: Done }
  'request-password-reset': { input: { email: string }; result: Done }
}
export type AuthEndpoint = keyof AuthEndpoints
