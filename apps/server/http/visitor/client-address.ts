import type { IncomingMessage } from 'node:http'
import type { Logger } from '@duo/platform/server/log.ts'
import { hostOf } from '@duo/platform/server/security/client-address.ts'
import type { RequestHandler } from 'express'
import { localsOf } from '../context.ts'

const logInterval = 60_000

/** A form that `X-Forwarded-For` has instead of an address. The text is shown to the operator, and contains nothing of the header. */
export type UnreadableForm =
  | 'an empty value'
  | 'a trailing comma'
  | '"unknown"'
  | 'a hidden name (_name)'
  | 'a host name'
  | 'other text'

/** Returns the address from which the outermost trusted proxy was called, or the form that cannot be read. */
export function readForwardedFor(header: string, hops: number): { address: string } | { form: UnreadableForm } {
  // entries before those of our proxies are the client's own words
  const entries = header.split(',')
  const entry = (entries.at(-hops) ?? entries[0] ?? '').trim().replace(/^"(.*)"$/, '$1')
  const address = hostOf(entry)
  return address === null ? { form: formOf(entry, entries.length) } : { address }
}

function formOf(entry: string, entries: number): UnreadableForm {
  if (entry === '') return entries > 1 ? 'a trailing comma' : 'an empty value'
  if (/^unknown$/i.test(entry)) return '"unknown"'
  if (/^_[\w.-]+$/.test(entry)) return 'a hidden name (_name)'
  return /^[\w-]+(?:\.[\w-]+)*\.?(?::\d+)?$/.test(entry) ? 'a host name' : 'other text'
}

const rememberedFor = 3_600_000

export type ForwardedForWatch = ReturnType<typeof watchForwardedFor>

/** Remembers the latest unreadable form for an hour, for `npm run doctor`. */
export function watchForwardedFor() {
  let latest: { form: UnreadableForm; at: number } | null = null
  return {
    note: (form: UnreadableForm) => {
      latest = { form, at: performance.now() }
    },
    recent: (): UnreadableForm | null => (latest && performance.now() - latest.at < rememberedFor ? latest.form : null),
  }
}

/**
 * Returns a function that finds the caller's address. If a trusted proxy sends none that can be read, it is the proxy's own, so that
 * its visitors share one rate limit, and a log line a minute says so.
 */
export function createClientAddress(hops: number, log: Pick<Logger, 'warn'>, watch: Pick<ForwardedForWatch, 'note'>) {
  let loggedAt = Number.NEGATIVE_INFINITY
  return ({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): string => {
    const own = socket.remoteAddress ?? 'unknown'
    const header = headers['x-forwarded-for']
    if (hops === 0 || header === undefined) return own
    const read = readForwardedFor(String(header), hops)
    if ('address' in read) return read.address
    watch.note(read.form)
    if (performance.now() - loggedAt >= logInterval) {
      loggedAt = performance.now()
      log.warn({ form: read.form }, 'a trusted proxy sends no readable X-Forwarded-For: its visitors share one rate limit')
    }
    return own
  }
}

export type ClientAddress = ReturnType<typeof createClientAddress>

/** Stores the caller's address for this request. */
export const storeClientAddress =
  (addressOf: ClientAddress): RequestHandler =>
  (req, res, next) => {
    localsOf(res).clientAddress = addressOf(req)
    next()
  }
