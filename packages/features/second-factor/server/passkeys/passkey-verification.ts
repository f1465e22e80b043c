import type { AppContext } from '@duo/platform/server/trpc.ts'
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import type { z } from 'zod'
import {
  type AssertionOptions,
  type authenticationResponse,
  type CreationOptions,
  challengeMinutes,
  type registrationResponse,
} from '../../schema.ts'
import type { PasskeyRecord } from './passkey-queries.ts'

type SiteContext = Pick<AppContext, 'publicUrl'>

/** Passkeys belong to the public host name, whichever host was requested. */
const relyingPartyOf = ({ publicUrl }: SiteContext) => ({ host: new URL(publicUrl).hostname, origin: new URL(publicUrl).origin })

/** Ed25519, ES256, RS256. We omit ML-DSA: Node verifies it experimentally, and its signatures exceed our schema. */
const supportedAlgorithmIDs = [-8, -7, -257]

const timeout = challengeMinutes * 60_000

interface CredentialReference {
  credentialId: string
  transports: string[]
}
const toDescriptor = ({ credentialId: id, transports }: CredentialReference) => ({ id, transports })

/** Requires a discoverable credential and user verification. */
export async function creationOptions(
  site: SiteContext,
  user: { id: string; email: string; name: string },
  passkeys: readonly CredentialReference[],
): Promise<CreationOptions> {
  const options = await generateRegistrationOptions({
    rpName: 'Duo',
    rpID: relyingPartyOf(site).host,
    userID: new TextEncoder().encode(user.id),
    userName: user.email,
    userDisplayName: user.name,
    timeout,
    attestationType: 'none',
    supportedAlgorithmIDs,
    excludeCredentials: passkeys.map(toDescriptor),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  return { ...options, extensions: { credProps: true } }
}

export async function requestOptions(site: SiteContext, passkeys?: readonly CredentialReference[]): Promise<AssertionOptions> {
  const { extensions: _none, ...options } = await generateAuthenticationOptions({
    rpID: relyingPartyOf(site).host,
    timeout,
    userVerification: 'required',
    ...(passkeys && { allowCredentials: passkeys.map(toDescriptor) }),
  })
  return options
}

/** Returns null when the response is invalid. */
export async function verifyRegistration(site: SiteContext, response: z.infer<typeof registrationResponse>, challenge: string) {
  const { host, origin } = relyingPartyOf(site)
  const verification = await verifyRegistrationResponse({
    response: { ...response, clientExtensionResults: {} } as never,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: host,
    requireUserVerification: true,
    supportedAlgorithmIDs,
  }).catch(() => null)
  if (!verification?.verified) return null
  const { id, publicKey, counter } = verification.registrationInfo.credential
  return { credentialId: id, publicKey: Buffer.from(publicKey), counter, transports: response.response.transports ?? [] }
}

/** Returns the passkey's new counter; null when the response is invalid. */
export async function verifyCounter(
  site: SiteContext,
  passkey: PasskeyRecord,
  { response, challenge }: { response: z.infer<typeof authenticationResponse>; challenge: string },
): Promise<number | null> {
  const { host, origin } = relyingPartyOf(site)
  const verification = await verifyAuthenticationResponse({
    response: { ...response, clientExtensionResults: {} } as never,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: host,
    credential: {
      id: passkey.credentialId,
      publicKey: new Uint8Array(passkey.publicKey),
      counter: Number(passkey.counter),
    },
    requireUserVerification: true,
  }).catch(() => null)
  return verification?.verified ? verification.authenticationInfo.newCounter : null
}
