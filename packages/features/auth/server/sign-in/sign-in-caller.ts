import type { RequestContext } from '@duo/platform/server/trpc.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import type { Actor } from '../events/account-events.ts'
import { readDeviceIds } from '../sessions/known-devices.ts'

/** Where a sign-in comes from. */
export interface SignInCaller {
  clientAddress: string
  userAgent: string
  locale: Locale
  /** Ids that the browser has, newest first. */
  devices: readonly string[]
  /** The id under which this sign-in was recorded. */
  device?: string
}

export async function callerOf(context: RequestContext): Promise<SignInCaller> {
  const { clientAddress, userAgent, locale } = context
  return { clientAddress, userAgent, locale, devices: await readDeviceIds(context, context.credentials.cookie) }
}

export const actorOfCaller = ({ clientAddress, userAgent, device }: SignInCaller): Actor => ({
  clientAddress,
  userAgent,
  deviceId: device ?? null,
})
