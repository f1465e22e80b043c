import { locales } from '@duo/platform/shared/locale.ts'
import { z } from 'zod'
import { providers } from './rules.ts'
import {
  accountLimit,
  type CallLimits,
  emailSchema,
  nameSchema,
  newPasswordSchema,
  nextSchema,
  passwordSchema,
  signInLimits,
  signUpLimits,
  textSchema,
} from './schema.ts'

export interface AuthEndpoint {
  method: 'GET' | 'POST'
  input: z.ZodObject
  /** Null for redirects. */
  output: z.ZodType | null
  hashesPassword?: true
  limits: CallLimits
}

const user = z.object({ id: z.string(), email: z.string(), name: z.string() })
/** `mailId` after a sign-up, for `auth.mailOutcome`. */
const firstStep = z.union([
  z.object({ user, secondFactor: z.undefined().optional(), mailId: z.uuid().optional() }),
  z.object({ secondFactor: z.literal(true) }),
])
export type FirstStep = z.output<typeof firstStep>
const redirectInput = z.object({
  provider: z.enum(providers, 'invalid'),
  callbackURL: textSchema.optional(),
  errorCallbackURL: textSchema.optional(),
})
/** The provider's address, with our state in it. */
const redirectOutput = z.object({ url: z.string() })
const nothing = z.object({})

/**
 * The calls below /api/auth: what better-auth itself must do. Everything else is a procedure. The server's allowlist and the browser's
 * client are built from this map. Unlisted fields of an input are dropped, so that callers cannot set better-auth's options; an output
 * names what our pages read, and the server checks that better-auth still returns it.
 */
export const authEndpoints = {
  'sign-up/email': {
    method: 'POST',
    input: z.object({
      email: emailSchema,
      name: nameSchema,
      password: newPasswordSchema,
      language: z.enum(locales).optional().catch(undefined),
      next: nextSchema,
    }),
    output: firstStep,
    hashesPassword: true,
    limits: { network: signUpLimits.network, account: [signUpLimits.account] },
  },
  'sign-in/email': {
    method: 'POST',
    input: z.object({ email: emailSchema, password: passwordSchema, rememberMe: z.boolean('invalid').optional() }),
    output: firstStep,
    hashesPassword: true,
    limits: {
      network: signInLimits.network,
      pair: [signInLimits.pair, signInLimits.pairDay],
      account: [signInLimits.account],
      slow: [signInLimits.slow, signInLimits.slowDay],
      device: [signInLimits.device, signInLimits.deviceDay],
    },
  },
  'sign-in/social': { method: 'POST', input: redirectInput, output: redirectOutput, limits: { network: accountLimit } },
  'link-social': { method: 'POST', input: redirectInput, output: redirectOutput, limits: { network: accountLimit } },
  'sign-out': { method: 'POST', input: nothing, output: z.object({ success: z.boolean() }), limits: { network: accountLimit } },
  /** Browsers come back here from a provider, and are sent on to a page. */
  'callback/*': { method: 'GET', input: nothing, output: null, limits: { network: accountLimit } },
  /** For programs. Browsers ask `auth.session`. */
  'get-session': { method: 'GET', input: nothing, output: z.object({ user }).nullable(), limits: { network: accountLimit } },
} satisfies Record<string, AuthEndpoint>

type Endpoints = typeof authEndpoints
export type AuthInput<Path extends AuthCallPath> = z.input<Endpoints[Path]['input']>
export type AuthOutput<Path extends AuthCallPath> = z.output<Endpoints[Path]['output']>
/** What browsers post to. */
export type AuthCallPath = { [Path in keyof Endpoints]: Endpoints[Path]['method'] extends 'POST' ? Path : never }[keyof Endpoints]
