import type { Db } from '@duo/db/index.ts'
import { networkOf } from '@duo/platform/server/security/client-address.ts'
import { keyedHash } from '@duo/platform/server/security/keyed-hash.ts'
import type { AppContext } from '@duo/platform/server/trpc.ts'
import { v7 as uuid } from 'uuid'
import type { EventKind } from '../../schema.ts'
import * as queries from './event-queries.ts'

export interface Actor {
  clientAddress: string
  userAgent: string
  deviceId?: string | null
  sessionId?: string | null
}

interface Event {
  kind: EventKind
  actor: Actor | null
  email?: string
  keyHint?: string
}

/** Records an event and returns its id. Stores a keyed hash of the network, not the IP. */
export async function recordEvent(
  db: Db,
  { secret }: Pick<AppContext, 'secret'>,
  subject: queries.EventSubject,
  { kind, actor, email, keyHint }: Event,
): Promise<string> {
  const id = uuid()
  await queries.insertEvent(db, subject, {
    id,
    kind,
    addressHash: actor && keyedHash(secret, 'security event', networkOf(actor.clientAddress)),
    userAgent: actor?.userAgent.slice(0, 400) ?? null,
    deviceId: actor?.deviceId ?? null,
    sessionId: actor?.sessionId ?? null,
    email: email ?? null,
    keyHint: keyHint ?? null,
  })
  return id
}

export async function recordServerEvent(db: Db, userId: string, kind: EventKind): Promise<void> {
  const noActor = { addressHash: null, userAgent: null, deviceId: null, sessionId: null, email: null, keyHint: null }
  await queries.insertEvent(db, { userId }, { id: uuid(), kind, ...noActor })
}
