import type { IncomingMessage, ServerResponse } from 'node:http'
import { requireShallowJson } from '@duo/platform/server/security/nested-json.ts'
import { AppError } from '@duo/platform/shared/errors.ts'
import { TRPCError } from '@trpc/server'
import express, { type RequestHandler } from 'express'

/** Parses JSON in UTF-8 only (RFC 8259): we scan the bytes for nesting before they are parsed, and must read what the parser reads. */
export const parsedJson = (limit: string): RequestHandler =>
  express.json({
    limit,
    strict: true,
    verify: (_req, _res, body, encoding) => {
      if (encoding !== 'utf-8') throw new AppError('unsupported_media')
      requireShallowJson(body.toString('utf8'))
    },
  })

/**
 * Reads the body of a procedure call as text, because tRPC would parse it unseen, and refuses deep nesting in it and in every query
 * parameter (`input`, `connectionParams`). tRPC then reports the error in its own format.
 */
export function shallowCalls(limit: number) {
  const readText = express.text({ limit, type: () => true, defaultCharset: 'utf-8', inflate: false })
  return (req: IncomingMessage, res: ServerResponse, next: (error?: unknown) => void) =>
    readText(req, res, (error?: unknown) => {
      const body = 'body' in req ? req.body : undefined
      try {
        if (error) throw error
        if (typeof body === 'string') requireShallowJson(body)
        for (const value of new URLSearchParams(queryOf(req.url ?? '')).values()) requireShallowJson(value)
        next()
      } catch (cause) {
        next(toTRPCError(cause))
      }
    })
}

/** Everything after the first `?`, because a query may contain further ones. */
const queryOf = (url: string) => url.slice(url.indexOf('?') + 1 || url.length)

const codes: Record<number, 'PAYLOAD_TOO_LARGE' | 'UNSUPPORTED_MEDIA_TYPE'> = {
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
}

function toTRPCError(cause: unknown): TRPCError {
  const status = cause instanceof Error && 'status' in cause ? cause.status : undefined
  return new TRPCError({ code: (typeof status === 'number' && codes[status]) || 'BAD_REQUEST', cause })
}
