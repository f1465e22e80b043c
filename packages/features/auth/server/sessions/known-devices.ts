import type { Db } from '@duo/db/index.ts'
import { readTicket, signTicket } from '@duo/platform/server/security/signed-token.ts'
import type { World } from '@duo/platform/server/trpc.ts'
import { v7 as uuid, validate } from 'uuid'
import { deviceDays } from '../../rules.ts'
import * as queries from './device-queries.ts'
import { cookieIn, cookiePrefix } from './sessions.ts'

type CookieWorld = Pick<World, 'secret' | 'publicUrl'>

const purpose = 'auth.device'
/** Accounts that one browser is remembered for. */
const most = 5

const deviceCookie = ({ publicUrl }: Pick<World, 'publicUrl'>) => `${cookiePrefix(publicUrl)}.device`

/**
 * Reads the ids of the devices that this browser is, one for each account that signed in on it, newest first. An id says nothing of
 * other accounts, and opens nothing: it only separates the owner's attempts from a stranger's.
 */
export async function devicesIn(world: CookieWorld, cookies: string | undefined): Promise<string[]> {
  const carried = cookieIn(deviceCookie(world), cookies)
  const ticket = carried === undefined ? null : await readTicket(world.secret, purpose, carried)
  return (ticket?.subject.split('.') ?? []).filter((id) => validate(id)).slice(0, most)
}

/** Writes the cookie by which the browser is known from now on. */
export async function setDeviceCookie(world: CookieWorld, ids: readonly string[]): Promise<string> {
  const subject = ids.slice(0, most).join('.')
  const value = await signTicket(world.secret, { purpose, subject, expiresIn: `${deviceDays}d` })
  const secure = world.publicUrl.startsWith('https:') ? '; Secure' : ''
  return `${deviceCookie(world)}=${value}; Max-Age=${deviceDays * 86_400}; Path=/; HttpOnly${secure}; SameSite=Lax`
}

export interface Device {
  id: string
  /** Whether it signs in to this account for the first time. */
  isNew: boolean
  /** Whether its owner should hear of it: it is new, not the first one, and not one of a flood. */
  isNews: boolean
}

/** More mails about new devices than this help nobody. */
const newsADay = 10

/** Remembers the device that proves to be the account's owner's, known or new. */
export async function rememberDevice(
  db: Db,
  { userId, devices, userAgent }: { userId: string; devices: readonly string[]; userAgent: string },
): Promise<Device> {
  const agent = userAgent.slice(0, 400)
  const known = devices.length > 0 ? await queries.touchDevice(db, { ids: devices, userId, userAgent: agent }) : undefined
  if (known) return { id: known.id, isNew: false, isNews: false }
  const { ever, today } = await queries.countDevices(db, userId)
  const id = uuid()
  await queries.insertDevice(db, { id, user_id: userId, user_agent: agent })
  return { id, isNew: true, isNews: ever > 0 && today < newsADay }
}
