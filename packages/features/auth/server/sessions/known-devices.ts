import type { Db } from '@duo/db/index.ts'
import { readTicket, signTicket } from '@duo/platform/server/security/signed-token.ts'
import type { AppContext } from '@duo/platform/server/trpc.ts'
import { v7 as uuid, validate } from 'uuid'
import { deviceDays } from '../../rules.ts'
import { cookieHeader } from './cookies.ts'
import * as queries from './device-queries.ts'
import { cookiePrefix, readCookie } from './sessions.ts'

type CookieContext = Pick<AppContext, 'secret' | 'publicUrl'>

const purpose = 'auth.device'
const maxDeviceIds = 5

const deviceCookie = ({ publicUrl }: Pick<AppContext, 'publicUrl'>) => `${cookiePrefix(publicUrl)}.device`

/** Reads the browser's device ids, newest first. They grant no access, but separate the owner's attempts from others'. */
export async function readDeviceIds(context: CookieContext, cookies: string | undefined): Promise<string[]> {
  const cookie = readCookie(deviceCookie(context), cookies)
  const ticket = cookie === undefined ? null : readTicket(context.secret, purpose, cookie)
  return (ticket?.subject.split('.') ?? []).filter((id) => validate(id)).slice(0, maxDeviceIds)
}

export async function setDeviceCookie(context: CookieContext, ids: readonly string[]): Promise<string> {
  const subject = ids.slice(0, maxDeviceIds).join('.')
  const value = signTicket(context.secret, { purpose, subject, expiresIn: `${deviceDays}d` })
  return cookieHeader(context, 'device', value, deviceDays * 1_440)
}

export interface Device {
  id: string
  isNew: boolean
  /** Whether to mail the owner: it is new, not the first one, and below the daily limit. */
  shouldNotify: boolean
}

const maxNotifiedDevicesPerDay = 10

export async function recordDevice(
  db: Db,
  { userId, devices, userAgent }: { userId: string; devices: readonly string[]; userAgent: string },
): Promise<Device> {
  const agent = userAgent.slice(0, 400)
  const existing = devices.length > 0 ? await queries.touchDevice(db, { ids: devices, userId, userAgent: agent }) : undefined
  if (existing) return { id: existing.id, isNew: false, shouldNotify: false }
  const { ever, today } = await queries.countDevices(db, userId)
  const id = uuid()
  await queries.insertDevice(db, { id, user_id: userId, user_agent: agent })
  return { id, isNew: true, shouldNotify: ever > 0 && today < maxNotifiedDevicesPerDay }
}
