import type { IncomingMessage } from 'node:http'
import { publicProcedures } from '@duo/features/server'

/** Bytes. The inputs of public queries are short; longer ones are no one else's. */
const maxLength = 1024

const addresses = new Set(publicProcedures.flatMap((name) => [`/api/trpc/${name}`, `/api/trpc/${name}?batch=1`]))

/**
 * Whether a POST asks one public query, in the form that our clients send. Others take the way through the app, which judges their
 * encoding, type and length.
 */
export function isPostedQuery({ method, url = '', headers }: IncomingMessage): boolean {
  if (method !== 'POST' || !addresses.has(url) || headers['content-type'] !== 'application/json') return false
  const isPlain = headers['content-encoding'] === undefined && headers['transfer-encoding'] === undefined
  const length = Number(headers['content-length'])
  return isPlain && length > 0 && length <= maxLength
}

/** Reads the body, and keeps it for the app: body-parser reads no body twice. Null if the client has gone. */
export async function readQuery(req: IncomingMessage & { body?: unknown }): Promise<string | null> {
  const pieces: Buffer[] = []
  const isWhole = await new Promise<boolean>((done) => {
    req.on('data', (piece: Buffer) => pieces.push(piece))
    req.once('end', () => done(true))
    req.once('close', () => done(false))
  })
  if (!isWhole) return null
  const text = new TextDecoder().decode(Buffer.concat(pieces))
  req.body = text
  return text
}

/** The address of a GET of the same call, so that both share a cached response. */
export const addressOfGet = (url: string, body: string) =>
  `${url}${url.includes('?') ? '&' : '?'}input=${encodeURIComponent(body)}`
